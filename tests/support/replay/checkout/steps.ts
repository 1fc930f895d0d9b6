import type { AnyMachineSnapshot } from 'xstate';
import { hasInstallments, shippingGap } from '#machines/checkout/needs.ts';
import { ask } from '#machines/navigation/place.ts';
import { cartUuid, noon, uuid } from '#tests/support/samples.ts';
import { press } from '../means.ts';
import type { Act } from '../tours.ts';
import { WINDOW, express, pickup } from './samples.ts';
import { type World, contextOf, isAt, when } from './world.ts';

const draftOf = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).draft;
const wayOf = (snapshot: AnyMachineSnapshot) => draftOf(snapshot).shippingMethod;
const payOf = (snapshot: AnyMachineSnapshot) => draftOf(snapshot).paymentMethod;
const isPickup = (snapshot: AnyMachineSnapshot) => {
  const { mode } = contextOf(snapshot);
  return (mode ?? (wayOf(snapshot)?.type === 'PICKUP' ? 'pickup' : 'delivery')) === 'pickup';
};
const isShipping = (snapshot: AnyMachineSnapshot) => isAt(snapshot, { shipping: 'ready' });
const hour = /^\d+h às \d+h/;

const delivery: Act<World>[] = [
  {
    name: 'wants to fetch it',
    events: when((snapshot) => isShipping(snapshot) && !isPickup(snapshot), {
      type: 'mode.chosen',
      mode: 'pickup',
    }),
    perform: ({ page }) => page.getByRole('radio', { name: 'Retirada' }).check(),
  },
  {
    name: 'wants to have it brought',
    events: when((snapshot) => isShipping(snapshot) && isPickup(snapshot), {
      type: 'mode.chosen',
      mode: 'delivery',
    }),
    perform: ({ page }) => page.getByRole('radio', { name: 'Entrega', exact: true }).check(),
  },
  {
    name: 'chooses the express delivery',
    events: when(
      (snapshot) => isShipping(snapshot) && !isPickup(snapshot) && wayOf(snapshot)?.type !== 'EXPRESS',
      { type: 'shipping.chosen', choice: express },
    ),
    perform: ({ page }) => page.getByRole('radio', { name: /Entrega expressa/ }).check(),
  },
  {
    name: 'chooses where to fetch it',
    events: when(
      (snapshot) => isShipping(snapshot) && isPickup(snapshot) && wayOf(snapshot)?.type !== 'PICKUP',
      { type: 'shipping.chosen', choice: pickup },
    ),
    perform: ({ page }) => page.getByRole('radio', { name: /^Feira Pinheiros/ }).check(),
  },
  {
    name: 'chooses when to fetch it',
    events: when(
      (snapshot) =>
        isShipping(snapshot) &&
        isPickup(snapshot) &&
        wayOf(snapshot)?.type === 'PICKUP' &&
        wayOf(snapshot)?.windowId === undefined,
      { type: 'shipping.chosen', choice: { ...pickup, windowId: WINDOW } },
    ),
    perform: ({ page }) => page.getByRole('radio', { name: hour, disabled: false }).first().check(),
  },
  {
    name: 'says who receives it',
    events: when((snapshot) => isShipping(snapshot) && draftOf(snapshot).recipient?.self !== false, {
      type: 'recipient.changed',
      recipient: { self: false, name: 'Rui Prado', phone: '+5511987650001' },
    }),
    perform: async ({ page }) => {
      await page.getByRole('button', { name: /^Alterar quem (recebe|retira)/ }).click();
      await page.getByRole('radio', { name: 'Outra pessoa' }).check();
      await page.getByLabel('Nome de quem recebe').fill('Rui Prado');
      await page.getByLabel('Celular com DDD').fill('11987650001');
      await press(page, 'Usar estes dados');
    },
  },
  {
    name: 'chooses an hour among all',
    events: when(
      (snapshot) => isAt(snapshot, { method: 'ready' }) && wayOf(snapshot)?.windowId === undefined,
      { type: 'shipping.chosen', choice: { ...pickup, windowId: WINDOW } },
    ),
    perform: ({ page }) => page.getByRole('radio', { name: hour, disabled: false }).first().check(),
  },
  {
    name: 'takes that hour',
    events: when(
      (snapshot) => isAt(snapshot, { method: 'ready' }) && wayOf(snapshot)?.windowId !== undefined,
      { type: 'method.submitted' },
    ),
    perform: ({ page }) => press(page, 'Usar este horário'),
  },
  {
    name: 'goes on to the payment',
    events: when((snapshot) => isShipping(snapshot) && shippingGap(contextOf(snapshot)) === null, {
      type: 'shipping.submitted',
    }),
    perform: ({ page }) => press(page, 'Ir para pagamento'),
  },
];

const isPayment = (snapshot: AnyMachineSnapshot) => isAt(snapshot, { payment: 'ready' });
const isOffered = (snapshot: AnyMachineSnapshot, type: string) =>
  contextOf(snapshot).methods.some((method) => method.type === type);
const payment: Act<World>[] = [
  {
    name: 'chooses Pix',
    events: when(
      (snapshot) => isPayment(snapshot) && isOffered(snapshot, 'PIX') && payOf(snapshot)?.type !== 'PIX',
      { type: 'payment.chosen', paymentMethod: { type: 'PIX' } },
    ),
    perform: ({ page }) => page.getByRole('radio', { name: /^Pix/ }).check(),
  },
  {
    name: 'chooses a card',
    events: when(
      (snapshot) =>
        isPayment(snapshot) && isOffered(snapshot, 'CREDIT_CARD') && payOf(snapshot)?.type !== 'CREDIT_CARD',
      { type: 'payment.chosen', paymentMethod: { type: 'CREDIT_CARD' } },
    ),
    perform: ({ page }) => page.getByRole('radio', { name: /^(?:Cartão|Usar outro cartão)/ }).check(),
  },
  {
    name: 'goes on from the payment',
    events: when((snapshot) => isPayment(snapshot) && isOffered(snapshot, payOf(snapshot)?.type ?? ''), {
      type: 'payment.submitted',
    }),
    perform: ({ page }) => press(page, 'Continuar'),
  },
  {
    name: 'chooses two parcels',
    events: when(
      (snapshot) => isAt(snapshot, { installment: 'ready' }) && payOf(snapshot)?.installments === undefined,
      { type: 'installment.chosen', installments: 2 },
    ),
    perform: ({ page }) => page.getByRole('radio', { name: /^2x/ }).check(),
  },
  {
    name: 'goes on from the parcels',
    events: when(
      (snapshot) => isAt(snapshot, { installment: 'ready' }) && payOf(snapshot)?.installments !== undefined,
      { type: 'installment.submitted' },
    ),
    perform: ({ page }) => press(page, 'Continuar'),
  },
];

const isPlacing = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('placing');
/** Whoever leaves a step takes back what was asked there. */
const follow =
  (name: string | RegExp) =>
  ({ page, gates }: World) => {
    for (const gate of Object.values(gates)) gate.drop();
    return page.getByRole('link', { name }).click();
  };
const returns: Act<World>[] = [
  {
    name: 'goes back to the delivery',
    events: when(
      (snapshot) => isAt(snapshot, 'payment', 'installment', 'confirmation') && !isPlacing(snapshot),
      ask('checkout.shipping', { cartUuid }),
    ),
    perform: follow('Alterar entrega'),
  },
  {
    name: 'goes back to the payment',
    events: when(
      (snapshot) => isAt(snapshot, 'installment', 'confirmation') && !isPlacing(snapshot),
      ask('checkout.payment', { cartUuid }),
    ),
    perform: follow('Alterar pagamento'),
  },
  {
    name: 'goes back to the parcels',
    events: when(
      (snapshot) => isAt(snapshot, 'confirmation') && hasInstallments(contextOf(snapshot)),
      ask('checkout.installment', { cartUuid }),
    ),
    perform: follow(/Parcelas/),
  },
];

const confirmation: Act<World>[] = [
  {
    name: 'finishes the order',
    events: when((snapshot) => isAt(snapshot, { confirmation: 'reviewing' }), {
      type: 'order.submitted',
      attempt: uuid(9),
      at: noon,
    }),
    perform: ({ page }) => press(page, 'Finalizar pedido'),
  },
  {
    name: 'has it reserved again',
    events: when((snapshot) => isAt(snapshot, { confirmation: 'lockExpired' }), { type: 'relock.asked' }),
    perform: ({ page }) => press(page, 'Reservar de novo'),
  },
  {
    name: 'has it looked whether the order exists',
    events: when((snapshot) => isAt(snapshot, { placing: 'failed' }), { type: 'order.abandoned' }),
    perform: (world) => {
      world.isFinding = true;
      return press(world.page, 'Conferir se ele já existe');
    },
  },
];

/** What a person does on the way from the delivery to the order. */
export const steps: Act<World>[] = [...delivery, ...payment, ...returns, ...confirmation];
