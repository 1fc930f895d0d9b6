import { refusalWords } from '#client/refusal-words.ts';
import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

const visitor = { who: { who: 'visitor' } } as const;
const reason = 'subject.unknown';

describe('the screen of what can be done now', () => {
  it('says why, and leads on', async () => {
    const { text, html } = await screenAt('app.whatNow', {}, visitor, { reason });
    expect(text).toContain(refusalWords[reason]);
    expect(text.match(new RegExp(refusalWords[reason], 'g'))).toHaveLength(1);
    for (const href of ['/', '/login', '/contact', '/order/tracking'])
      expect(html).toContain(`href="${href}"`);
  });
  it('is where a screen of choices leads that is about nothing', async () => {
    const { address, text } = await screenAt('app.flavor', {}, visitor);
    expect(address).toBe('/whatnow');
    expect(text).toContain(refusalWords[reason]);
  });
  it('offers a client their orders and a full cart, and no sign-in', async () => {
    const { html } = await screenAt('app.whatNow', {}, { who: { who: 'client', lines: 1 } }, { reason });
    expect(html).toContain('Ver meus pedidos');
    expect(html).toContain('Ver o carrinho');
    expect(html).not.toContain('href="/login"');
  });
  it.each(['cart.empty', 'session.missing', '<b>', ''])('believes no address that says %j', async (said) => {
    const { text } = await screenAt('app.whatNow', {}, visitor, { reason: said });
    expect(text).toContain('O que você quer fazer?');
    expect(text).not.toContain('Não deu para abrir');
  });
});
