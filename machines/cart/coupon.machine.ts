import { assign, sendTo, setup } from 'xstate';
import { couponCode } from '#domain/coupon-code.ts';
import { isPassing } from '#machines/flow-problem.ts';
import type { NoticeKey } from '#machines/notices.machine.ts';
import { toParent } from '#machines/notify.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  port,
  retryOnReturn,
  source,
} from '#machines/port.ts';
import {
  type CouponAnswer,
  type CouponCart,
  type CouponContext,
  type CouponEvent,
  type CouponNotification,
  noCoupon,
} from './coupon-facts.ts';

const LONGEST_BACK_OFF = 30_000;
type Told = { cart: CouponCart };
type Tried = { code: string };
type Recalled = Tried & { isOffered: boolean };

/** Told to whoever came by a link, wherever they are: a field or the cart is not before their eyes. */
const telling = (key: NoticeKey) =>
  sendTo(toParent<CouponNotification>, ({ context }: { context: CouponContext }) => ({
    type: 'notice.posted' as const,
    key,
    values: { code: context.code },
  }));
/** Reasons that other goods can mend. */
const ofGoods: readonly unknown[] = ['CAMPAIGN', 'MIN_TOTAL'];
const see = { type: 'see', params: fromEvent } as const;
const answer = fromOutput<CouponAnswer>;

/**
 * A coupon on its way into the cart: typed, or brought by a link. The server is asked before the cart has it,
 * so that a refused code takes the place of none that counts; once taken it is the cart's own (its draft, D81).
 * A code that came before the first product waits for it; one whose goods are missing is tried again whenever
 * the cart has changed. Times in ms. Source: spec.md §7; D40.
 */
export const couponMachine = setup({
  types: {
    context: {} as CouponContext,
    events: {} as CouponEvent,
    tags: {} as 'busy' | 'offline' | 'failed' | 'refused' | 'waiting' | 'kept',
  },
  actors: {
    applyCoupon: port<CouponAnswer, Tried>('applyCoupon'),
    watchCart: source<CouponEvent>('watchCart'),
  },
  guards: {
    isNoCode: (_, { code }: Tried) => couponCode(code) === null,
    hasGoods: ({ context }) => (context.cart?.count ?? 0) > 0,
    hasNone: ({ context }) => context.cart?.count === 0,
    isOfferedToNone: ({ context }) => context.isOffered && context.cart?.count === 0,
    hasCoupon: ({ context }) => (context.cart?.code ?? '') !== '',
    // Other goods, as the server has them; the coupon that counts already is not replaced by itself.
    isAnotherChance: ({ context }, { cart }: Told) =>
      cart.isSettled && cart.count > 0 && cart.version !== context.cart?.version && cart.code === '',
    isDropped: ({ context }, { cart }: Told) => hadCoupon(context) && cart.code === '' && cart.isUnknown,
    isGone: ({ context }, { cart }: Told) => hadCoupon(context) && cart.code === '',
    isTakenOffer: ({ context }, { value }: CouponAnswer) => context.isOffered && value !== null,
    isTaken: (_, { value }: CouponAnswer) => value !== null,
    isUnmetOffer: ({ context }, { refusal }: CouponAnswer) =>
      context.isOffered && ofGoods.includes(refusal?.reason),
    isUnmet: (_, { refusal }: CouponAnswer) => ofGoods.includes(refusal?.reason),
    isOffer: ({ context }) => context.isOffered,
    isPassing: (_, { error }: Failure) => isPassing(error),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    see: assign((_, { cart }: Told) => ({ cart })),
    keep: assign((_, { code }: Tried) => ({ ...tried(code), isOffered: false })),
    keepOffer: assign((_, { code }: Tried) => ({ ...tried(code), isOffered: true })),
    recall: assign((_, { code, isOffered }: Recalled) => ({ ...tried(code), isOffered })),
    keepNoCode: assign((_, { code }: Tried) => ({
      ...tried(code.trim()),
      isOffered: false,
      trouble: { reason: 'UNKNOWN' as const },
    })),
    keepTrouble: assign((_, { refusal: trouble }: CouponAnswer) => ({
      trouble,
      isOffered: false,
      failures: 0,
    })),
    keepDropped: assign(({ context }) => ({
      ...tried(context.cart?.code ?? ''),
      trouble: { reason: 'UNKNOWN' as const },
    })),
    settle: assign({ code: '', trouble: null, isOffered: false, failures: 0 }),
    forgetTrouble: assign({ trouble: null }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    notifyDecided: sendTo(toParent<CouponNotification>, ({ context: { code } }) => ({
      type: 'coupon.decided' as const,
      code,
    })),
    notifyNone: sendTo(toParent<CouponNotification>, { type: 'coupon.decided', code: '' }),
    notifyKept: telling('couponKept'),
    notifyTaken: telling('couponTaken'),
    notifyRefused: telling('couponRefused'),
  },
}).createMachine({
  id: 'coupon',
  description: 'O cupom de desconto: digitado ou trazido por um link, até estar no carrinho.',
  initial: 'idle',
  context: noCoupon,
  invoke: { id: 'watchCart', src: 'watchCart' },
  on: {
    'cart.told': { actions: see },
    'coupon.asked': [
      {
        guard: { type: 'isNoCode', params: fromEvent },
        target: '.refused',
        actions: { type: 'keepNoCode', params: fromEvent },
      },
      { target: '.deciding', actions: { type: 'keep', params: fromEvent } },
    ],
    'coupon.offered': [
      {
        guard: { type: 'isNoCode', params: fromEvent },
        target: '.refused',
        actions: [{ type: 'keepNoCode', params: fromEvent }, 'notifyRefused'],
      },
      { target: '.deciding', actions: { type: 'keepOffer', params: fromEvent } },
    ],
    'coupon.recalled': { target: '.waiting', actions: { type: 'recall', params: fromEvent } },
    'coupon.removed': { target: '.idle', actions: ['settle', 'notifyNone'] },
    'coupon.forgotten': { target: '.idle', actions: 'settle' },
    'session.closed': { target: '.idle', actions: 'settle' },
  },
  states: {
    idle: {
      description: 'Nenhum cupom está em uso; a pessoa pode digitar um.',
      always: { guard: 'hasCoupon', target: 'taken' },
    },
    deciding: {
      description: 'Há um código; a loja vê se o carrinho já tem produtos para ele.',
      tags: 'kept',
      always: [
        { guard: 'hasGoods', target: 'applying' },
        { guard: 'isOfferedToNone', target: 'waiting', actions: 'notifyKept' },
        { guard: 'hasNone', target: 'waiting' },
      ],
    },
    waiting: {
      description: 'O carrinho está vazio: o cupom fica guardado até o primeiro produto.',
      tags: ['waiting', 'kept'],
      always: { guard: 'hasGoods', target: 'applying' },
    },
    applying: {
      description: 'O servidor diz se o cupom vale para este carrinho.',
      tags: ['busy', 'kept'],
      invoke: {
        id: 'applyCoupon',
        src: 'applyCoupon',
        input: ({ context: { code } }) => ({ code }),
        onDone: [
          {
            guard: { type: 'isTakenOffer', params: answer },
            target: 'taken',
            actions: ['notifyDecided', 'notifyTaken', 'settle'],
          },
          {
            guard: { type: 'isTaken', params: answer },
            target: 'taken',
            actions: ['notifyDecided', 'settle'],
          },
          {
            guard: { type: 'isUnmetOffer', params: answer },
            target: 'unmet',
            actions: [{ type: 'keepTrouble', params: answer }, 'notifyRefused'],
          },
          {
            guard: { type: 'isUnmet', params: answer },
            target: 'unmet',
            actions: { type: 'keepTrouble', params: answer },
          },
          {
            guard: 'isOffer',
            target: 'refused',
            actions: [{ type: 'keepTrouble', params: answer }, 'notifyRefused'],
          },
          { target: 'refused', actions: { type: 'keepTrouble', params: answer } },
        ],
        onError: [
          {
            guard: { type: 'isPassing', params: failure },
            target: 'offline',
            actions: 'countFailure',
          },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    unmet: {
      description: 'Faltam produtos para o cupom; quando bastarem, ele entra sozinho.',
      tags: ['refused', 'kept'],
      exit: 'forgetTrouble',
      always: { guard: 'hasNone', target: 'waiting' },
      on: {
        'cart.told': [
          { guard: { type: 'isAnotherChance', params: fromEvent }, target: 'applying', actions: see },
          { actions: see },
        ],
      },
    },
    refused: {
      description: 'O cupom não vale; a pessoa vê por quê e pode digitar outro.',
      tags: 'refused',
    },
    offline: {
      description: 'Sem resposta sobre o cupom: ele fica guardado e é tentado de novo.',
      tags: ['offline', 'kept'],
      ...retryOnReturn('applying'),
    },
    failed: {
      description: 'A loja não soube dizer se o cupom vale; a pessoa pode tentar de novo.',
      tags: ['failed', 'kept'],
      on: { 'load.retried': 'applying' },
    },
    taken: {
      description: 'O carrinho tem um cupom; a pessoa pode tirar ou trocar.',
      on: {
        'cart.told': [
          {
            guard: { type: 'isDropped', params: fromEvent },
            target: 'refused',
            actions: ['keepDropped', see],
          },
          { guard: { type: 'isGone', params: fromEvent }, target: 'idle', actions: see },
          { actions: see },
        ],
      },
    },
  },
});

const tried = (code: string) => ({ code: couponCode(code) ?? code, trouble: null, failures: 0 });
const hadCoupon = ({ cart }: CouponContext): boolean => (cart?.code ?? '') !== '';
