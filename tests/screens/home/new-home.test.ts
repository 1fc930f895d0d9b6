import { describe, expect, it } from 'vitest';
import { windowAt } from '../window.ts';
import { campaigns, open } from './campaigns.ts';

describe('the campaigns screen', () => {
  it('groups campaigns by status and leaves empty groups out', async () => {
    const { text } = await windowAt('/home', { campaigns });
    for (const title of ['Abertas agora', 'Em breve', 'Falta um passo', 'Você já recebeu', 'Encerradas'])
      expect(text).toContain(title);
    expect((await windowAt('/home', { campaigns: [open] })).text).not.toContain('Em breve');
  });
});
