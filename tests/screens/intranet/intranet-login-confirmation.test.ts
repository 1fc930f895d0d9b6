import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen where a company’s code is typed', () => {
  it('looks first whether one is on its way', async () => {
    const { text, address } = await screenAt(
      'app.intranetConfirmation',
      {},
      { who: { who: 'visitor', intranet: true } },
    );
    expect(address).toBe('/intranet/confirmation');
    expect(text).toContain('Um instante');
    expect(text).toContain('Digite o código que enviamos');
  });
});
