import { describe, expect, it } from 'vitest';
import { afterQuestions } from './steps.ts';

describe('the second question of a sign-up', () => {
  it('is the CPF, on a number pad', async () => {
    const { text, html, address } = await afterQuestions(2);
    expect(address).toBe('/signup/identification');
    expect(text).toContain('CPF');
    expect(html).toMatch(/<input(?=[^>]*inputMode="numeric")/i);
  });
});
