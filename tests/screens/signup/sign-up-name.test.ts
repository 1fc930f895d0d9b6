import { describe, expect, it } from 'vitest';
import { afterQuestions, personalForm } from './steps.ts';

describe('the first question of a sign-up', () => {
  it('is the whole name', async () => {
    const { text, html, address } = await afterQuestions(1);
    expect(address).toBe('/signup/name');
    expect(text).toContain('Nome completo');
    expect(html).toMatch(/<input(?=[^>]*autoComplete="name")/i);
  });
  it('is asked in the words of the store', async () => {
    const { text } = await afterQuestions(1, { personalForm });
    expect(text).toMatch(/Nome do crachá .*Sem apelido\./);
    expect(text).not.toContain('Nome completo');
  });
});
