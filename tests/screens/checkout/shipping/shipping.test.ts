import type { Quote, QuoteOption, Recipient, ShippingChoice } from '#contract/cart.ts';
import type { Address } from '#contract/place.ts';
import { address } from '#tests/support/samples.ts';
import { describe, expect, it } from 'vitest';
import { type ShippingMode, shippingGap } from '#machines/checkout/needs.ts';
import { shippingBlocker } from '#screens/checkout/shipping/shipping-blocker.ts';
import {
  choiceOf,
  dayToShow,
  daysOf,
  finishedShipping,
  optionPriceText,
  priceOf,
  whenText,
} from '#screens/checkout/shipping/shipping-words.ts';
import { idOf } from '#tests/screens/window.ts';

const window = (day: number, hour: number, more: object = {}) => ({
  id: `w${day}-${hour}`,
  start: `2026-11-${day}T${hour + 3}:00:00.000Z`,
  end: `2026-11-${day}T${hour + 5}:00:00.000Z`,
  left: 5,
  ...more,
});
const scheduled: QuoteOption = {
  id: 'agendada',
  name: 'Entrega agendada',
  type: 'SCHEDULED',
  price: 7.9,
  days: { min: 1, max: 7 },
  windows: [window(24, 14), window(23, 18, { price: 9.9 }), window(23, 10, { left: 0 })],
};
const express: QuoteOption = {
  id: 'expressa',
  name: 'Expressa',
  type: 'EXPRESS',
  price: 16.9,
  days: { min: 0, max: 1 },
};
const pickup = (n: number): QuoteOption => ({
  id: 'retirada',
  name: `Ponto ${n}`,
  type: 'PICKUP',
  hubId: idOf(n),
  price: 0,
  days: { min: 1, max: 5 },
  address: 'Rua dos Pinheiros, 1037',
  readyAt: '2026-11-23T12:00:00.000Z',
});
const quote: Quote = {
  validUntil: '2026-11-21T13:00:00.000Z',
  options: [scheduled, express, pickup(1), pickup(2)],
};
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

describe('the windows of a delivery', () => {
  const days = daysOf(scheduled);
  it('stand by day in the shop’s own time, earliest first', () => {
    expect(days.map(({ weekday, day, windows }) => [weekday, day, windows.map(({ text }) => text)])).toEqual([
      ['seg.', '23', ['10h às 12h', '18h às 20h']],
      ['ter.', '24', ['14h às 16h']],
    ]);
  });
  it('stay when they are full, and say so', () => {
    expect(days[0]?.windows.map(({ full }) => full)).toEqual([true, false]);
    expect(days[0]?.disabled).toBe(false);
    expect(daysOf({ ...scheduled, windows: [window(23, 10, { left: 0 })] })[0]?.disabled).toBe(true);
  });
  it('open on the day of the chosen one, else on the first with room', () => {
    expect(dayToShow(days, 'w24-14')?.day).toBe('24');
    expect(dayToShow(days, undefined)?.day).toBe('23');
    expect(
      dayToShow(daysOf({ ...scheduled, windows: [window(23, 10, { left: 0 }), window(24, 10)] }), undefined)
        ?.day,
    ).toBe('24');
  });
  it('have prices of their own', () => {
    expect(priceOf(quote, choiceOf(scheduled, 'w23-18'))).toBe(990);
    expect(priceOf(quote, choiceOf(scheduled, 'w24-14'))).toBe(790);
    expect(priceOf(quote, { id: 'outra', type: 'SCHEDULED' })).toBeNull();
    expect(plain(optionPriceText(scheduled))).toBe('desde R$ 7,90');
    expect(plain(optionPriceText(express))).toBe('R$ 16,90');
  });
});

describe('a way of receiving, once chosen', () => {
  it('is told apart from another place of the same method', () => {
    expect(finishedShipping(quote, choiceOf(pickup(2)), address).detail).toBe(
      'Ponto 2, Rua dos Pinheiros, 1037',
    );
  });
  it('reads as one line of when and one of where', () => {
    expect(finishedShipping(quote, choiceOf(scheduled, 'w24-14'), address)).toEqual({
      title: 'Ter., 24 de nov., 14h às 16h',
      detail: 'Avenida Paulista, 1000, Bela Vista',
    });
  });
  it('says a span of days where there are no hours', () => {
    expect(whenText(express, choiceOf(express))).toBe('Hoje ou em até 1 dia');
    expect(whenText(scheduled, choiceOf(scheduled))).toBeNull();
  });
});

describe('what keeps a delivery from being settled', () => {
  const recipient = { self: true, name: 'Maria', phone: '+5511987654321' };
  const whole = {
    state: 'ready',
    mode: 'delivery',
    quote,
    choice: choiceOf(scheduled, 'w24-14'),
    location: address,
    recipient,
  } as const;
  const { streetNumber: _number, hasNumber: _has, ...unnumbered } = address;
  const { latitude: _latitude, ...unplaced } = address;
  interface Facts {
    state: 'ready' | 'offline';
    mode: ShippingMode;
    quote: Quote;
    choice: ShippingChoice | undefined;
    location: Address | undefined;
    recipient: Recipient | null;
  }
  /** What the chart's own guard says, in the words of the screen. */
  const blockerOf = ({ state, mode, quote: asked, choice, location, recipient: who }: Facts) => {
    const draft = { shippingMethod: choice, location, recipient: who ?? undefined };
    return shippingBlocker(state, mode, shippingGap({ mode, quote: asked, draft, account: null, who: null }));
  };
  it('is nothing when all is there', () => {
    expect(blockerOf(whole)).toBeNull();
    expect(
      blockerOf({ ...whole, mode: 'pickup', choice: choiceOf(pickup(1)), location: undefined }),
    ).toBeNull();
  });
  it('is named with what mends it', () => {
    expect(blockerOf({ ...whole, location: undefined })?.remedy).toBe('address');
    expect(blockerOf({ ...whole, location: unnumbered })?.remedy).toBe('number');
    expect(blockerOf({ ...whole, location: unplaced })?.reason).toContain('mapa');
    expect(
      blockerOf({ ...whole, quote: { ...quote, options: [pickup(1)], refusal: 'AREA' } })?.reason,
    ).toContain('fora da área');
    expect(blockerOf({ ...whole, quote: { ...quote, options: [pickup(1)], refusal: 'FORM' } })).toEqual({
      reason: 'Falta um dado do endereço.',
      remedy: 'number',
    });
    expect(blockerOf({ ...whole, recipient: null })?.remedy).toBe('recipient');
  });
  it('is the hour, or the place of a pickup, until one is chosen', () => {
    expect(blockerOf({ ...whole, choice: choiceOf(scheduled) })?.reason).toBe('Escolha o dia e a hora.');
    expect(blockerOf({ ...whole, choice: undefined })?.reason).toBe('Escolha o dia e a hora.');
    expect(blockerOf({ ...whole, mode: 'pickup' })?.reason).toBe('Escolha onde retirar.');
    expect(blockerOf({ ...whole, choice: choiceOf(pickup(1)) })?.reason).toBe('Escolha o dia e a hora.');
  });
  it('is the network, said as such', () => {
    expect(blockerOf({ ...whole, state: 'offline' })?.reason).toContain('sem internet');
  });
});
