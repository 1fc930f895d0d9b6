import type { QuoteOption } from '#contract/cart.ts';
import { Freight } from '#client/shop/place/freight.tsx';
import { FreightForm } from '#client/shop/place/freight-form.tsx';
import { Hurry } from '#client/shop/campaign/hurry.tsx';
import { deliveriesToSay, firstPriceText, firstText } from '#client/shop/cart/quote-words.ts';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';
import { HOUR, NOW, idOf } from '../window.ts';

const iso = (at: number): string => new Date(at).toISOString();
const way = (name: string, price: number, more: Partial<QuoteOption> = {}): QuoteOption => ({
  id: name,
  name,
  type: 'SCHEDULED',
  price,
  days: { min: 1, max: 7 },
  ...more,
});
const window = (hours: number, left: number, price?: number) => ({
  id: `w${hours}`,
  start: iso(NOW + hours * HOUR),
  end: iso(NOW + (hours + 2) * HOUR),
  left,
  ...(price === undefined ? {} : { price }),
});
const agreed = way('Agendada', 7.9, {
  windows: [window(20, 0), window(22, 5), window(30, 5, 9.9)],
  orderBy: iso(NOW + 1_380_000),
});
const express = way('Expressa', 16.9, { type: 'EXPRESS', days: { min: 0, max: 1 } });
const counter = way('Balcão', 0, { type: 'PICKUP', windows: [window(2, 5)], orderBy: iso(NOW + 60_000) });

describe('what is said of cost and time', () => {
  it('is the cheapest way and the soonest, each once, and no pickup', () => {
    expect(deliveriesToSay([counter, express, agreed], NOW)).toEqual([agreed, express]);
    expect(deliveriesToSay([way('Lenta', 20), agreed], NOW)).toEqual([agreed]);
    expect(deliveriesToSay([counter], NOW)).toEqual([]);
  });
  it('is the first window that has room, or the days', () => {
    expect(firstText(agreed, NOW)).toMatch(/^(Hoje|Amanhã), \d+h\d* às \d+h\d*$/);
    const evening = { ...agreed, windows: [window(22, 5, 9.9), window(30, 5, 7.9)] };
    expect(firstText(evening, NOW)).toMatch(/, outros desde R\$\s7,90$/);
    expect([firstPriceText(evening), firstPriceText(agreed), firstPriceText(express)].join('; ')).toMatch(
      /^R\$\s9,90; R\$\s7,90; R\$\s16,90$/,
    );
    expect(firstText(express, NOW)).toBe('Hoje ou em até 1 dia');
    expect(firstText({ ...agreed, windows: [window(20, 0)] }, NOW)).toBe('Todos os horários estão cheios');
  });
  it('counts down to the last order of the first delivery, and not of a pickup', () => {
    const said = (options: QuoteOption[], now = NOW) => drawn(<Hurry options={options} />, { now }).text;
    expect(said([counter, agreed])).toMatch(/^Peça em 23 min para receber (hoje|amanhã)$/);
    expect(said([agreed], NOW + 1_380_001)).toBe('');
    expect(said([counter, express])).toBe('');
  });
});

describe('the part of a product that says it', () => {
  const subject = { id: idOf(101), campaign: idOf(1) };
  const at = (location: object | null) =>
    drawn(<Freight subject={subject} />, { others: { location: { location, isDefault: false } } });
  it('keeps its place while the answer is on its way', () => {
    const { text, html } = at({ neighborhood: 'Pinheiros', latitude: -23.5, longitude: -46.6 });
    expect(text).toBe('Frete e prazo Para Pinheiros Trocar o lugar');
    expect(html).toContain('aria-busy="true"');
  });
  it('says what to do about a place that no map has', () => {
    const { text } = at({ neighborhood: 'Pinheiros', postalCode: '05435-000' });
    expect(text).toContain('Não achamos este lugar no mapa.');
    expect(text).toContain('Informar o endereço');
  });
  it('asks for the code in its place, and says beside it what became of it', () => {
    expect(at(null).text).toBe('Frete e prazo');
    const form = (problem: 'unknown' | 'silent' | null) =>
      drawn(<FreightForm isBusy={false} problem={problem} onEdit={() => {}} onSubmit={() => {}} />, {
        states: { network: 'offline' },
      }).text;
    expect(form(null)).toMatch(/^Seu CEP Calcular frete e prazo/);
    expect(form('unknown')).toContain('Não encontramos esse CEP. Confira os números. Informar o endereço');
    expect(form('silent')).toContain('Você está sem internet. Tente de novo quando ela voltar.');
  });
});
