import { describe, expect, it } from 'vitest';
import { afterQuestions } from './steps.ts';

describe('the last question of a sign-up', () => {
  it('is the postal code, and says what for', async () => {
    const { text, html, address } = await afterQuestions(4);
    expect(address).toBe('/signup/postalcode');
    expect(text).toContain('Qual é o seu CEP? Assim mostramos só o que chega até você.');
    expect(html).toMatch(/<input(?=[^>]*inputMode="numeric")/i);
  });
});
