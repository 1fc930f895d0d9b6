import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen where a key is used', () => {
  it('is open to whoever is not signed in, and takes what is typed or pasted', async () => {
    const { text, address } = await screenAt('app.inviteCode', {}, { who: { who: 'visitor' } });
    expect(address).toBe('/invite/code');
    expect(text).toContain('Você tem um convite?');
    expect(text).toContain('Pode colar o link inteiro.');
  });
  it('uses the key of a link at once', async () => {
    const { html, text } = await screenAt(
      'app.inviteCode',
      {},
      { who: { who: 'visitor' } },
      { key: '0123-4567-89AB-CDEF' },
    );
    expect(html).toContain('value="0123-4567-89AB-CDEF"');
    expect(text).toContain('Conferindo');
  });
});
