import { noAnswer } from '#client/no-answer.ts';
import { payerLinkMachine } from '#machines/orders/payer-link.machine.ts';
import { PayerLinkPanel } from '#screens/orders/payment/payer-link.tsx';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { NOW, order } from '#tests/machines/samples.ts';
import { drawn } from '../drawn.tsx';

const url = 'http://shop.test/pix/token';
const link = { path: '/pix/token', expiresAt: new Date(NOW).toISOString() };
/** The panel in a state of its chart. */
function panel(value: string, { hasSheet = false, isEarly = false, isOnline = true } = {}) {
  const context = { orderCode: 'x', link: null, failures: 0 };
  const blank = payerLinkMachine.resolveState({
    value: value as StateValueFrom<typeof payerLinkMachine>,
    context,
  }); // named by the tests below
  const isMade = blank.hasTag('made');
  const html = renderToString(
    <PayerLinkPanel
      state={payerLinkMachine.resolveState({
        value: blank.value,
        context: { ...context, link: isMade ? link : null },
      })}
      send={() => undefined}
      url={isMade ? url : null}
      hasSheet={hasSheet}
      until={Date.parse('2026-11-21T17:30:00.000Z')}
      isEarly={isEarly}
      noAnswer={noAnswer(isOnline)}
      onLook={() => undefined}
    />,
  );
  const buttons = [...html.matchAll(/<button.*?<\/button>/g)].map(([button]) => button);
  return {
    html,
    text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
    buttons: buttons.map((button) => button.replace(/<[^>]+>/g, '')),
    busy: buttons.filter((button) => button.includes('aria-busy="true"')).length,
    said: /role="status"[^>]*>([^<]*)<\/p><\/div><\/section>/.exec(html)?.[1],
  };
}

describe('"Alguém paga por mim"', () => {
  it('stands beside the code of a Pix, with what the other person will see and until when', async () => {
    const { text } = await drawn('app.orderPendingPayment', () => order(1, 1, 'PENDING_PAYMENT'));
    expect(text).toContain('Alguém paga por mim');
    expect(panel('offered').text).toContain(
      'Ela abre um link com o valor, o código Pix e o nome da loja. Seu nome, os itens e o endereço não aparecem.',
    );
    expect(panel('offered').text).toMatch(/O link vale até\s+14h30/);
  });
  it('is not there for a code that is over', async () => {
    const { text } = await drawn(
      'app.orderPendingPayment',
      () => order(1, 1, 'PENDING_PAYMENT'),
      [],
      'expired',
    );
    expect(text).toContain('Este código venceu');
    expect(text).not.toContain('Alguém paga por mim');
  });
  it.each([
    ['offered', ['Alguém paga por mim'], ''],
    ['making', ['Alguém paga por mim'], ''],
    ['made', ['Copiar o link'], 'O link está pronto.'],
    ['sharing', ['Copiar o link'], ''],
    ['shared', ['Copiar o link'], 'Link enviado. Quando o pagamento cair, esta tela muda sozinha.'],
    ['copied', ['Copiar o link'], 'Link copiado. Cole na conversa com quem vai pagar.'],
    ['byHand', ['Copiar o link'], 'Não deu para enviar daqui. Toque no link para selecionar e copie.'],
    ['refused', ['Ver como está o Pix'], ''],
    ['offline', ['Tentar de novo'], ''],
    ['failed', ['Tentar de novo'], ''],
  ])('has in %s its one way on, and says what came of it', (state, buttons, said) => {
    const shown = panel(state);
    expect([shown.buttons, shown.said]).toEqual([buttons, said]);
    expect(shown.html.includes(url), 'the link stays in sight once it is made').toBe(
      buttons[0] === 'Copiar o link',
    );
    expect(shown.busy).toBe(state === 'making' || state === 'sharing' ? 1 : 0);
  });
  it('says why there is no link', () => {
    expect(panel('refused').text).toContain('Este código não pode mais ser pago');
    expect(panel('failed').text).toContain('A loja não respondeu. O link ainda não foi feito.');
    expect(panel('offline', { isOnline: false }).text).toContain(
      'Você está sem internet. Quando ela voltar, fazemos o link.',
    );
  });
  it('hands it on by the device where that can, and waits until it is known who asks', () => {
    expect(panel('made', { hasSheet: true }).buttons).toEqual(['Enviar o link']);
    expect(panel('offered', { isEarly: true }).busy).toBe(1);
  });
});
