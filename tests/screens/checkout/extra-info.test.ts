import { describe, expect, it } from 'vitest';
import { quote } from '#tests/support/samples.ts';
import { questions } from '#tests/machines/checkout/checkout.asking.ts';
import { cartUuid } from '../../machines/samples.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

const asking = { quote: () => ({ ...quote, questions }) };
const about = { type: 'asked.checkout.extraInfo', params: {}, search: { cart: cartUuid } };
const at = (taps: Visit['taps'] = [], ports: Visit['ports'] = asking) =>
  screenAt('checkout.extraInfo', {}, { who: { lines: 2, draft: 'delivered' }, ports, taps });
const answered = (answers: object) => ['checkout', { type: 'answers.changed', answers }] as const;

describe('the questions of a campaign', () => {
  it('stand between the delivery and the payment, by campaign, each a field of its kind', async () => {
    const { text, html, address } = await at();
    expect(address).toBe('/extra');
    expect(text).toMatch(/Entrega .*Perguntas .*Pagamento .*Confirmação/);
    expect(text).toContain('Café novo preparo');
    expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*name="presente"/);
    expect(text).not.toContain('recado');
  });
  it('follow from each other, and keep what was answered', async () => {
    const { text, html } = await at([answered({ preparo: 'coador', presente: true, recado: 'Oi' })]);
    expect(text).toContain('recado');
    expect(html).toMatch(/value="coador"/);
  });
  it('are asked on the way, and told in one line afterwards, with the way back', async () => {
    const { text, html, address } = await screenAt(
      'checkout.shipping',
      { cartUuid },
      {
        who: { lines: 2, draft: 'delivered' },
        ports: asking,
        taps: [
          ['checkout', { type: 'shipping.submitted' }],
          answered({ preparo: 'coador', presente: false }),
          ['checkout', { type: 'extra.submitted' }],
        ],
      },
    );
    expect(address).toMatch(/\/payment$/);
    expect(text).toContain('Perguntas da campanha preparo: coador');
    expect(html).toContain(`href="/extra?cart=${cartUuid}"`);
  });
  it('lead back, with the reason, from a step that comes after them', async () => {
    const { text, address } = await screenAt(
      'checkout.shipping',
      { cartUuid },
      {
        who: { lines: 2, draft: 'pix' },
        ports: asking,
        taps: [['checkout', { type: 'asked.checkout.confirmation', params: { cartUuid }, search: {} }]],
      },
    );
    expect(address).toBe('/extra');
    expect(text).toContain('Falta responder a uma pergunta da campanha.');
  });
  it('say what is kept when they do not come', async () => {
    const broken = {
      quote: () => {
        throw new TypeError('bug');
      },
    };
    expect((await at([['checkout', about]], broken)).text).toContain(
      'Não conseguimos ver as perguntas da campanha',
    );
  });
});
