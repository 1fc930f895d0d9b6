import { describe, expect, it } from 'vitest';
import { afterQuestions } from './steps.ts';

describe('the first question of a sign-up', () => {
  it('is the whole name', async () => {
    const { text, html, address } = await afterQuestions(1);
    expect(address).toBe('/signup/name');
    expect(text).toContain('Nome completo');
    expect(html).toMatch(/<input(?=[^>]*autoComplete="name")/i);
  });
});
