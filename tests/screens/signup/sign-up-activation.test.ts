import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';
import { afterQuestions } from './steps.ts';

describe('the code of another contact in a sign-up', () => {
  it('is asked for again where none is on its way, and may wait', async () => {
    const typed = { type: 'asked.signup.activation', params: { channel: 'email' }, search: {} };
    const { text, address, html } = await afterQuestions(3, {}, [typed]);
    expect(address).toBe('/signup/email/activation');
    expect(text).toContain('Nenhum código está a caminho');
    expect(text).toMatch(/O seu cadastro está guardado\. Pedir um código Depois$/);
    expect(html).toContain('href="/signup/email/verification"');
  });
  it('is nothing without a sign-up', async () => {
    const at = { channel: 'email' };
    expect((await screenAt('signup.activation', at, { who: { who: 'visitor' } })).address).toBe('/login');
  });
});
