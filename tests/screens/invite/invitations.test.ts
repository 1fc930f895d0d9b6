import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('one’s own invitations', () => {
  it('are looked up for whoever is signed in, and nobody else', async () => {
    const { text } = await screenAt('app.invitations', {});
    expect(text).toContain('Buscando os seus convites');
    expect((await screenAt('app.invitations', {}, { who: { who: 'visitor' } })).address).toBe('/login');
  });
});
