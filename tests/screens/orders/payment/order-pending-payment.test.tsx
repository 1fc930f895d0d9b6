import { ActionBar } from '#components/layout/action-bar.tsx';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { order } from '#tests/machines/samples.ts';
import { drawn } from '../drawn.tsx';

describe('the Pix screen', () => {
  it('shows the code to be copied and to be scanned, its amount, and until when it can be paid', async () => {
    const { text, html } = await drawn('app.orderPendingPayment', () => order(1, 1, 'PENDING_PAYMENT'));
    expect(text).toContain('Pedido 0000-0000-0000-0001');
    expect(text).toContain('R$ 10,00');
    expect(html).toMatch(/<button[^>]*>.*Copiar código/);
    expect(text).toContain('000201');
  });
});
describe('the answer to a tap', () => {
  it('stands in the bar that was tapped, above the button, and is said aloud', () => {
    const html = renderToString(
      <ActionBar answer="O banco ainda não avisou a loja.">
        {<button type="button">Já paguei</button>}
      </ActionBar>,
    );
    expect(html).toMatch(
      /<section[^>]*><p role="status"[^>]*>O banco ainda não avisou a loja\.<\/p>.*Já paguei/,
    );
  });
  it('has its place on the Pix screen before there is one, so that it is heard when it comes', async () => {
    const { html } = await drawn('app.orderPendingPayment', () => order(1, 1, 'PENDING_PAYMENT'));
    expect(html).toMatch(
      /<section[^>]* aria-label="Próximo passo"[^>]*><p role="status"[^>]*><\/p>.*Já paguei/,
    );
  });
  it('says that the bank knows nothing yet, and does not leave with the next check of the clock', async () => {
    const { html } = await drawn('app.orderPendingPayment', () => order(1, 1, 'PENDING_PAYMENT'), [
      'payment.claimed',
      'page.shown',
    ]);
    expect(html).toMatch(
      /<section[^>]* aria-label="Próximo passo"[^>]*><p role="status"[^>]*>O banco ainda não avisou a loja/,
    );
  });
  it('never shows a code that is over as one that can be paid, also when another could not be made', async () => {
    const { text } = await drawn(
      'app.orderPendingPayment',
      () => order(1, 1, 'PENDING_PAYMENT'),
      ['code.requested'],
      'expired',
    );
    expect(text).toContain('Não conseguimos gerar outro código');
    expect(text).not.toContain('Copiar');
  });
});
