import type { PublicOrder } from '#contract/order/order.ts';
import { type TrackingContext, trackingMachine } from '#machines/orders/tracking.machine.ts';
import { type OpenedOrderContext, openedOrderMachine } from '#machines/orders/opened-order.machine.ts';
import { TrackedOrder } from '#screens/orders/tracking/tracked-order.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { drawn } from '#tests/screens/drawn.tsx';
import { NOW, order as whole } from '#tests/machines/samples.ts';

const code = '7K3M9QX20ABCDEFG';
const at = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const order: PublicOrder = {
  code,
  state: 'SHIPPED',
  type: 'SHIPPING',
  creationDate: at(90),
  name: 'M… P…',
  city: 'São Paulo',
  items: [{ name: 'Queijo Canastra', quantity: 2 }],
  events: [
    { state: 'PAID', at: at(80) },
    { state: 'SHIPPED', at: at(10) },
  ],
};
const labels = {
  PAID: { delivered: 'Pagamento confirmado', error: '', tone: 'info', icon: 'clock', step: 1 },
  SHIPPED: { delivered: 'Saiu para entrega', error: '', tone: 'info', icon: 'clock', step: 2 },
};

const openedAt = (value: unknown, more: Partial<OpenedOrderContext> = {}) =>
  openedOrderMachine.resolveState({
    value: value as StateValueFrom<typeof openedOrderMachine>, // named by the tests below
    context: { code, pass: null, opened: null, problem: null, failures: 0, ...more },
  });
/** What is read in a state of the chart. @param opened the state of the chart of what a code opens */
function tracked(value: string, more: Partial<TrackingContext> = {}, opened = openedAt('closed'), who = {}) {
  const state = trackingMachine.resolveState({
    value: value as StateValueFrom<typeof trackingMachine>, // named by the tests below
    context: { code, order: null, problem: null, failures: 0, ...more },
  });
  const nothing = () => undefined;
  return drawn(
    <TrackedOrder code={code} state={state} send={nothing} opened={{ state: opened, send: nothing }} />,
    {
      others: { marketplace: { documents: { status: labels } } },
      app: { session: 'visitor', account: null, ...who },
    },
  );
}

describe('the screen of an order that is followed by its code', () => {
  it('says where it is, what happened when, what comes, and what is in it, masked', () => {
    const { text, html } = tracked('shown', { order });
    expect(text).toContain('Pedido 7K3M-9QX2-0ABC-DEFG');
    expect(text).toContain('Pedido de M… P…, para São Paulo');
    expect(text).toMatch(/Pagamento confirmado , feito há 1 hora Saiu para entrega , agora há 10 minutos/);
    expect(text).toContain('2 × Queijo Canastra');
    expect(html).toMatch(new RegExp(`href="/order/phone/verification\\?order=${code}"[^>]*>.*?Ver tudo`));
    expect(html).toContain(`href="/order/${code}/details"`);
  });
  it('keeps what was known while it is asked for again, and says where it is old', () => {
    expect(tracked('looking', { order }).text).toContain('Saiu para entrega');
    for (const state of ['offline', 'failed', 'slowed'])
      expect([state, tracked(state, { order }).text]).toEqual([
        state,
        expect.stringMatching(/O que aparece aqui é o que sabíamos por último\..*Saiu para entrega/),
      ]);
  });
  it('says why there is nothing, and what to do', () => {
    expect(tracked('looking').html).toContain('Buscando o andamento');
    const unknown = tracked('unknown');
    expect(unknown.text).toContain('Não encontramos este pedido');
    expect(unknown.html).toContain('href="/order/tracking"');
    const problem = { code: 'TOO_MANY_REQUESTS' as const, title: '', retryAfter: 600 };
    expect(tracked('slowed', { problem }).text).toContain('busca este código de novo em 10 minutos, sozinha');
    expect(tracked('failed').text).toContain('Não conseguimos abrir o andamento');
    expect(tracked('offline').text).toContain('Tentar de novo');
  });
});

describe('an order whose contact is proved', () => {
  const pass = { proof: 'P.1.x', until: NOW + 1_800_000 };
  const opened = {
    order: {
      ...whole(1, 1, 'SHIPPED'),
      code,
      address: 'Rua Harmonia, 482',
      userName: 'Maria Prado',
      userPhone: '+5511987654321',
      email: 'maria@exemplo.com',
    },
    follow: { orderCode: code, state: 'SHIPPED' as const, events: [], allowedEvents: [] },
    now: NOW,
  };
  const at = (value: unknown, who = {}) =>
    tracked('shown', { order }, openedAt(value, { pass, opened }), who);
  const client = { session: 'client', account: { id: 'a' } };
  it('shows where it goes, who receives it, the contact and the sums, until when, and how to keep it', () => {
    const { text, html } = at({ shown: 'resting' });
    for (const said of [
      'Você vê este pedido inteiro até as 9h30, nesta aba.',
      'Rua Harmonia, 482',
      'Maria Prado recebe',
      '(11) 98765-4321 · maria@exemplo.com',
      'Total R$ 0,00',
    ])
      expect(text).toContain(said);
    expect(html).toMatch(/href="\/login"[^>]*>.*?Entrar ou criar conta/);
    expect(html).not.toContain('Ver tudo');
  });
  it('is taken into the account of who is signed in, or is said to be taken, by nobody’s name', () => {
    expect(at({ shown: 'resting' }, client).text).toContain('Guardar na minha conta');
    const mine = at({ shown: 'claimed' }, client);
    expect(mine.text).toContain('Este pedido está na sua conta.');
    expect(mine.html).toContain(`href="/order/${code}/details"`);
    expect(at({ shown: 'taken' }, client).text).toContain('Este pedido já está em outra conta.');
    const failed = openedAt({ shown: 'unclaimed' }, { pass, opened, problem: { code: 'NETWORK' } });
    expect(tracked('shown', { order }, failed, client).text).toMatch(
      /A loja não respondeu\. Tente de novo\. Guardar na minha conta/,
    );
  });
  it('says that it closed, that it is coming, or why not, and the way on', () => {
    const over = tracked('shown', { order }, openedAt('ended'));
    expect(over.text).toContain('o pedido inteiro fechou depois de meia hora');
    expect(over.html).toContain(`href="/order/phone/verification?order=${code}"`);
    expect(over.text).toContain('2 × Queijo Canastra');
    expect(tracked('shown', { order }, openedAt('reading')).html).toContain('Abrindo o pedido');
    expect(tracked('shown', { order }, openedAt('failed')).text).toContain('O resto do pedido não veio');
  });
});
