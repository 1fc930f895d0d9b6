import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen of likings', () => {
  it('looks up what the store asks, for whoever has an account', async () => {
    const { text, address } = await screenAt('app.likings', {});
    expect(address).toBe('/likings');
    expect(text).toContain('Buscando as perguntas');
    expect((await screenAt('app.likings', {}, { who: { who: 'visitor' } })).address).toBe('/login');
    expect((await screenAt('app.likings', {}, { who: { who: 'newcomer' } })).address).toBe('/signup');
  });
  it('is led to from the account', async () => {
    expect((await screenAt('app.accountDashboard', {})).html).toContain('href="/likings"');
  });
});
