import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';
import { afterQuestions } from './steps.ts';

describe('the question of a sign-up for another contact', () => {
  it('is the one that was not proved yet, says what it is for, and may wait', async () => {
    const { text, html, address } = await afterQuestions(3);
    expect(address).toBe('/signup/email/verification');
    expect(text).toContain('Qual é o seu e-mail?');
    expect(text).toContain('Se preferir, deixe para depois.');
    expect(text).toMatch(/Confirmar agora Depois$/);
    expect(html).toMatch(/<input(?=[^>]*type="email")(?=[^>]*name="contact")/);
  });
  it('shows again what was told, and is left for the address by either way', async () => {
    const told = [{ type: 'contact.postponed', value: 'Maria@exemplo.com' }];
    const { address } = await afterQuestions(3, {}, told);
    expect(address).toBe('/signup/postalcode');
    const back = [...told, { type: 'asked.signup.verification', params: { channel: 'email' }, search: {} }];
    expect((await afterQuestions(3, {}, back)).html).toMatch(/<input[^>]*value="maria@exemplo.com"/);
  });
  it('is nothing without a sign-up', async () => {
    const at = { channel: 'email' };
    expect((await screenAt('signup.verification', at, { who: { who: 'visitor' } })).address).toBe('/login');
    expect((await screenAt('signup.verification', at)).address).toBe('/');
  });
});
