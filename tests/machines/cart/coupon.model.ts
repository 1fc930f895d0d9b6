import { couponCode } from '#domain/coupon-code.ts';
import type { CouponAnswer, CouponCart, CouponContext } from '#machines/cart/coupon-facts.ts';
import { couponMachine } from '#machines/cart/coupon.machine.ts';
import { refusal } from '#tests/support/samples.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault } from '../samples.ts';

const told = (cart: Partial<CouponCart>) =>
  ({
    type: 'cart.told',
    cart: { code: '', count: 2, version: 1, isSettled: true, isUnknown: false, ...cart },
  }) as const;
// Each a reason of the list.
const refused = (reason: string): CouponAnswer => ({ value: null, refusal: { reason } }) as CouponAnswer;
const taken: CouponAnswer = {
  value: { code: 'FEIRA10', type: 'PERCENT', value: 10, discount: 2, message: '' },
  refusal: null,
};

export const machine = couponMachine;
export const model: Model<typeof couponMachine> = {
  inputs: [undefined as never],
  events: [
    { type: 'coupon.asked', code: ' feira10' },
    { type: 'coupon.asked', code: ' ' },
    { type: 'coupon.offered', code: 'FEIRA10' },
    { type: 'coupon.offered', code: 'X'.repeat(41) },
    { type: 'coupon.recalled', code: 'FEIRA10', isOffered: true },
    { type: 'coupon.removed' },
    { type: 'coupon.forgotten' },
    told({}),
    told({ count: 0, version: 0 }),
    told({ version: 2 }),
    told({ version: 3, isSettled: false }),
    told({ code: 'FEIRA10' }),
    told({ isUnknown: true }),
    { type: 'session.closed' },
    { type: 'network.restored' },
    { type: 'load.retried' },
    { type: 'restored' },
  ],
  outcomes: {
    applyCoupon: [
      { ok: taken },
      { ok: refused('ENDED') },
      { ok: refused('TOO_MANY') },
      { ok: refused('MIN_TOTAL') },
      { ok: refused('CAMPAIGN') },
      fault,
      bug,
      refusal('UNAUTHENTICATED'),
    ],
  },
  reduceContext: ({ code, isOffered, trouble, cart, failures }) => [
    code,
    isOffered,
    trouble?.reason,
    cart,
    Math.min(failures, 2),
  ],
};

const trying = ['deciding', 'waiting', 'applying', 'offline', 'failed', 'unmet', 'refused'];

/**
 * No typed code is lost before it was taken or given up; the cart gets no code that the server did not take,
 * and none instead of one that counts without being asked; who came by a link is told what became of it, once.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls, told: said }) => {
  const event = steps.at(-1);
  const { code, isOffered, trouble, cart } = snapshot.context as CouponContext;
  const is = (...states: string[]) => states.includes(snapshot.value as string);
  const was = (before?.context ?? null) as CouponContext | null;
  const wasIn = (...states: string[]) => states.includes((before?.value ?? '') as string);
  const spoken = event ? said.filter((one) => one.event === event).map(({ action }) => action) : [];

  expectThat(snapshot.hasTag('kept') === (is(...trying) && !is('refused')), 'kept until it is judged');
  expectThat((trouble !== null) === is('unmet', 'refused'), 'a reason where it is refused, and nowhere else');
  expectThat(!isOffered || is(...trying), 'nobody is told twice');
  if (is('idle', 'taken')) expectThat(code === '', 'nothing is tried beside it');
  if (is('idle')) expectThat(!cart?.code, 'a coupon of the cart is shown as taken');
  if (is('waiting')) expectThat(!cart?.count, 'it waits for products only while there are none');
  if (is('unmet')) expectThat(['CAMPAIGN', 'MIN_TOTAL'].includes(trouble?.reason ?? ''), 'other goods help');
  if (is('applying')) {
    const last = calls.findLast(({ port }) => port === 'applyCoupon');
    expectThat((cart?.count ?? 0) > 0 || wasIn('applying', 'offline', 'failed'), 'asked about goods');
    expectThat(JSON.stringify(last?.input) === JSON.stringify({ code }), 'of the code that is shown');
  }
  if (!event || !before || !was) return;

  const output = event.type === 'xstate.done.actor.applyCoupon' ? (event['output'] as CouponAnswer) : null;
  expectThat(
    spoken.includes('notifyDecided') === (output?.value != null),
    'the cart has what the server has taken, and nothing else',
  );
  expectThat(spoken.includes('notifyNone') === (event.type === 'coupon.removed'), 'or none, when asked to');
  if (output) {
    const told = output.value ? 'notifyTaken' : 'notifyRefused';
    expectThat(spoken.includes(told) === was.isOffered, 'who came by a link is told');
    expectThat(
      output.value ? is('taken') : is('unmet', 'refused') || (is('waiting') && cart?.count === 0),
      'as the server says',
    );
    expectThat(output.value !== null || code === was.code, 'what was typed stands there with the reason');
  }
  switch (event.type) {
    case 'coupon.asked':
    case 'coupon.offered': {
      const wanted = couponCode(event['code'] as string);
      expectThat(
        wanted === null ? is('refused') : is('deciding', 'waiting', 'applying') && code === wanted,
        'a code is tried, however it was written',
      );
      expectThat(
        spoken.includes('notifyRefused') === (wanted === null && event.type === 'coupon.offered'),
        'what cannot be a code is said as well',
      );
      expectThat(
        spoken.includes('notifyKept') === (event.type === 'coupon.offered' && is('waiting')),
        'a code that came by a link and waits is said to be kept',
      );
      return;
    }
    case 'coupon.recalled':
      return expectThat(is('waiting', 'applying') && code === 'FEIRA10' && isOffered, 'it goes on');
    case 'coupon.removed':
    case 'coupon.forgotten':
    case 'session.closed':
      return expectThat(is('idle', 'taken'), 'nothing is tried any more');
    case 'cart.told': {
      const now = event['cart'] as CouponCart;
      expectThat(cart === now, 'the newest word of the cart');
      if (wasIn('taken') && was.cart?.code && !now.code)
        return expectThat(
          now.isUnknown ? is('refused') && code === was.cart.code : is('idle'),
          'a coupon that the server let go is told of, one that was taken out is not',
        );
      if (wasIn('unmet'))
        return expectThat(
          is('applying') ===
            (now.isSettled && now.version !== was.cart?.version && !now.code && now.count > 0) ||
            (now.count === 0 && !is('unmet')),
          'other goods are another chance, but not in the place of a coupon that counts',
        );
      if (wasIn('waiting', 'deciding'))
        return expectThat(is(now.count > 0 ? 'applying' : 'waiting'), 'the first product ends the wait');
      return;
    }
    case 'xstate.error.actor.applyCoupon':
      return expectThat(
        is((event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed') && code === was.code,
        'no answer is not a wrong one, and the code stays',
      );
    default:
      if (wasIn('offline') && ['network.restored', 'restored', 'load.retried'].includes(event.type))
        expectThat(is('applying'), 'tried again');
      if (wasIn('offline') && event.type.startsWith('xstate.after')) expectThat(is('applying'), 'by itself');
      if (wasIn('failed') && event.type === 'load.retried') expectThat(is('applying'), 'or when asked to');
  }
};
