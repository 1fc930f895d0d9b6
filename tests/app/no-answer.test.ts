import { noAnswer } from '#client/no-answer.ts';
import { describe, expect, it } from 'vitest';

describe('a call without an answer', () => {
  it('is the network’s where there is none', () => {
    expect(noAnswer(false).title).toBe('Você está sem internet');
    expect(noAnswer(false).say('Continuamos depois.', 'Tente de novo.')).toBe(
      'Você está sem internet. Continuamos depois.',
    );
  });
  it('is the shop’s where there is one', () => {
    expect(noAnswer(true).title).toBe('A loja não respondeu');
    expect(noAnswer(true).say('Continuamos depois.', 'Tente de novo.')).toBe(
      'A loja não respondeu. Tente de novo.',
    );
  });
});
