import type { CheckoutContext, Placing } from '#machines/checkout/facts.ts';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import {
  bug,
  campaignId,
  cartUuid,
  fault,
  lock,
  noon,
  order,
  quote,
  refusal,
  uuid,
} from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { drafts, starting } from './checkout.model.ts';
import { guest } from '../samples.ts';

/** The purchase where a campaign of the cart asks something, by somebody without an account. */

const question = (name: string, more: object = {}) => ({
  name,
  label: name,
  type: 'text' as const,
  required: false,
  editable: true,
  hidden: false,
  ...more,
});
export const questions = [
  {
    campaignId,
    campaignName: 'Café novo',
    form: {
      fields: [
        question('preparo', { required: true }),
        question('presente', { type: 'checkbox' }),
        question('recado', { required: true, dependsOn: { field: 'presente', equals: 'true' } }),
      ],
      submit: { text: 'Salvar', waitingText: 'Responda' },
    },
  },
];
const asked = { ...quote, questions };
const buyer = { account: null, guest };
const answered = { preparo: 'coador' };
export const beginning = (draft: object, screen: Parameters<typeof starting>[1] = 'checkout.confirmation') =>
  starting(draft, screen, buyer);
const malformed = (field: string) => refusal('MALFORMED', { fields: [{ field, message: 'Confira.' }] });
const about = ask('checkout.extraInfo', {}, { cart: cartUuid });

export const askingModel: Model<typeof checkoutMachine> = {
  inputs: [
    beginning(drafts.delivered, 'checkout.shipping'),
    beginning({ ...drafts.pix, extra: answered }),
    beginning({ ...drafts.pix, extra: { ...answered, velha: 'x' } }),
    beginning(drafts.pix),
    beginning(drafts.card, 'checkout.installment'),
    { ...beginning(drafts.pix), asked: about },
    { ...beginning(drafts.empty), asked: about },
  ],
  events: [
    about,
    ask('checkout.payment', { cartUuid }),
    ask('checkout.confirmation', { cartUuid }),
    { type: 'shipping.submitted' },
    { type: 'payment.submitted' },
    { type: 'answers.changed', answers: answered },
    { type: 'answers.changed', answers: { ...answered, presente: true } },
    { type: 'answers.changed', answers: { ...answered, recado: 'Oi', velha: 'x' } },
    { type: 'extra.submitted' },
    { type: 'order.submitted', attempt: uuid(9), at: noon },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    quote: [{ ok: asked }, { ok: quote }, fault, bug],
    recallQuote: [{ ok: asked }],
    paymentMethods: [{ ok: [{ type: 'PIX', label: 'Pix' }] }],
    lock: [{ ok: { lock, at: noon } }, malformed('extra.preparo')],
    placeOrder: [
      { ok: order },
      malformed('properties.extra.preparo'),
      malformed('userPhone'),
      malformed('properties.account.cpf'),
      malformed('items.0.quantity'),
    ],
    findOrder: [{ ok: null }],
  },
  reduceContext: (given) => {
    const {
      draft,
      quote: quoted,
      recalled,
      key,
      problem,
      refusal: refused,
      asked: at,
    } = given as CheckoutContext;
    return [
      draft.extra,
      draft.shippingMethod !== undefined,
      draft.paymentMethod !== undefined,
      quoted?.questions?.length ?? quoted === null,
      recalled?.questions?.length ?? recalled === null,
      key !== null,
      problem?.code,
      refused?.reason,
      at.type,
    ];
  },
};

/**
 * What is asked is answered before anything is paid, and with nothing else; what is refused leads back there.
 * Who buys goes with the order.
 */
export const askingOracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const context = snapshot.context as CheckoutContext;
  const { draft, quote: quoted, recalled, refusal: refused, key } = context;
  const known = quoted ?? recalled;
  const isAsked = (known?.questions?.length ?? 0) > 0;
  const extra = draft.extra ?? {};
  const isAnswered =
    !isAsked || (extra['preparo'] !== undefined && (!extra['presente'] || extra['recado'] !== undefined));
  if (['payment', 'installment', 'confirmation'].some((state) => snapshot.matches(state as never)))
    expectThat(isAnswered, 'nothing is paid before what is asked was answered');
  if (known && key === null && snapshot.status === 'active')
    expectThat(
      Object.keys(extra).every((name) =>
        isAsked ? ['preparo', 'presente', ...(extra['presente'] ? ['recado'] : [])].includes(name) : false,
      ),
      'an answer is one to what is asked',
    );
  if (snapshot.matches({ extraInfo: 'ready' }))
    expectThat(isAsked && context.asked.type === about.type, 'questions are shown, under their own address');
  if (context.asked.type === about.type && steps.length > 0 && snapshot.matches('extraInfo'))
    expectThat(Reflect.get(context.asked.search, 'cart') === cartUuid, 'which says the cart');
  const placing = calls.findLast(({ port }) => port === 'placeOrder');
  if (placing)
    expectThat(
      (placing.input as Placing).guest?.phone === guest.guest?.phone &&
        (placing.input as Placing).account === null,
      'who buys goes with the order',
    );
  const event = steps.at(-1);
  if (!event || !before) return;
  const was = before.context as CheckoutContext;
  if (event.type === 'extra.submitted' && before.matches({ extraInfo: 'ready' }))
    expectThat(
      snapshot.matches('extraInfo') !== isAnswered &&
        (!isAnswered || snapshot.matches('payment') === (draft.shippingMethod !== undefined)),
      'who has answered goes on, to what comes next',
    );
  if (
    event.type === 'shipping.submitted' &&
    before.matches({ shipping: 'ready' }) &&
    !snapshot.matches('shipping')
  )
    expectThat(
      snapshot.matches('extraInfo') === (isAsked && (was.draft.extra === undefined || !isAnswered)),
      'what is asked is asked once, before the payment',
    );
  if (snapshot.matches('extraInfo') && !before.matches('extraInfo') && event.type !== 'shipping.submitted') {
    const isOwnWish = event.type === about.type;
    const code = (event['error'] as { code?: string } | undefined)?.code;
    expectThat(
      isOwnWish || code === 'MALFORMED' || refused?.reason === 'extra.missing',
      'whoever is led there is told why',
    );
    if (code === 'MALFORMED') expectThat(key === null && quoted === null, 'and the questions are heard anew');
  }
  if (event.type === 'answers.changed' && before.matches({ extraInfo: 'ready' }))
    expectThat(
      told.at(-1)?.action === 'notifyDraft' && was.draft.shippingMethod === draft.shippingMethod,
      'the cart keeps what was answered',
    );
  if (event.type === 'xstate.error.actor.placeOrder') {
    const field =
      (event['error'] as { problem: { fields: { field: string }[] } }).problem.fields[0]?.field ?? '';
    const at = field.includes('extra') ? 'extraInfo' : field.startsWith('items') ? 'placing' : 'lead';
    expectThat(snapshot.matches(at as never), `a refusal of ${field} leads where it is mended`);
    if (at === 'lead')
      expectThat(
        snapshot.hasTag('refused') &&
          key === null &&
          context.who.guest === null &&
          context.asked.type === 'asked.checkout.lead',
        'who buys is asked again, and why, with a free key',
      );
  }
};
