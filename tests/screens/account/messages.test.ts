import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen of messages', () => {
  it('looks up what the store told, for whoever has an account', async () => {
    const { text, address } = await screenAt('app.messages', {});
    expect(address).toBe('/messages');
    expect(text).toContain('Buscando as mensagens');
    expect((await screenAt('app.messages', {}, { who: { who: 'visitor' } })).address).toBe('/login');
    expect((await screenAt('app.messages', {}, { who: { who: 'newcomer' } })).address).toBe('/signup');
  });
  it('is led to from the account', async () => {
    expect((await screenAt('app.accountDashboard', {})).html).toContain('href="/messages"');
  });
});
