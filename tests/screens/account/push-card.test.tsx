import { PushCardView } from '#client/shop/account/push-card.tsx';
import { type PushContext, pushMachine } from '#machines/account/push.machine.ts';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';

const context: PushContext = {
  version: '2026-11',
  key: 'key',
  subscription: { endpoint: 'https://fcm.googleapis.com/fcm/send/a', keys: { p256dh: 'p', auth: 'a' } },
  hasAnswered: false,
  problem: null,
  failures: 0,
};
const at = (place: 'order' | 'guest' | 'messages', value: string, hasAnswered = false) =>
  drawn(
    <PushCardView
      at={place}
      // A state of the chart by its name
      state={pushMachine.resolveState({ value: value as 'looking', context: { ...context, hasAnswered } })}
      send={() => undefined}
    />,
    {},
  );

describe('the card of notifications', () => {
  it('offers them in the store’s words, and may be sent away where an order was made', () => {
    expect(at('order', 'offered').text).toMatch(/^Quer receber avisos .* Quero receber Agora não$/);
    expect(at('messages', 'offered').text).toMatch(/ Quero receber$/);
  });
  it.each(['looking', 'confirming', 'unheard', 'unsupported', 'silent'])('says nothing in %s', (value) => {
    for (const place of ['order', 'messages'] as const)
      for (const hasAnswered of [true, false]) expect(at(place, value, hasAnswered).text).toBe('');
  });
  it('says at an order only what was answered there, and at the messages how it stands', () => {
    for (const value of ['subscribed', 'denied', 'failed', 'stopping', 'unstopped']) {
      expect([value, at('order', value).text]).toEqual([value, '']);
      expect(at('order', value, true).text).not.toBe('');
      expect(at('messages', value).text).not.toBe('');
    }
    // Who has no messages has no other place to switch it off.
    expect(at('guest', 'subscribed').text).toMatch(/até você desligar\. Desligar neste aparelho$/);
    expect(at('guest', 'denied').text).toBe('');
    expect(at('guest', 'denied', true).text).not.toContain('Mensagens');
  });
  it('keeps its words and its button while the browser and the store are asked', () => {
    for (const value of ['asking', 'subscribing', 'keeping']) {
      const { text, html } = at('order', value, true);
      expect(text).toMatch(/^Quer receber avisos .* Quero receber$/);
      expect(html).toContain('aria-busy="true"');
    }
    expect(at('messages', 'stopping').html).toContain('aria-busy="true"');
  });
  it('has a way on from wherever it says something', () => {
    expect(at('messages', 'denied').text).toMatch(/permita as notificações desta loja.*Já permiti$/);
    expect(at('order', 'failed', true).text).toMatch(/Tentar de novo Agora não$/);
    expect(at('messages', 'subscribed').text).toMatch(/Desligar neste aparelho$/);
    expect(at('messages', 'unstopped').text).toMatch(/continuam ligados.*Desligar neste aparelho$/);
  });
});
