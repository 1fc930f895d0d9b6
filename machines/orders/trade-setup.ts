import { assign, setup } from 'xstate';
import type { Item } from '#contract/catalog.ts';
import type { Order } from '#contract/order/order.ts';
import type { ReturnKind } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type TradeReason, kindOf, linesLeft, openReasons } from '#domain/order/trade.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, isFault, isRefusedAs, port } from '#machines/port.ts';
import { type TradeDraft, type TradeFacts, fitting, lackOf } from './trade-draft.ts';

/** An order that may be chosen. */
export type TradeChoice = Pick<Order, 'id' | 'code' | 'items' | 'timestamp'>;
export interface TradeLoaded extends TradeFacts {
  /** what was chosen of it before, on this device */
  draft: TradeDraft;
}
export interface TradeInput {
  /** id of the order; null: whichever there is */
  id: string | null;
  /** the shop keeps credit for people with an account only */
  isClient: boolean;
}
export interface TradeContext extends TradeInput {
  known: TradeFacts | null;
  choices: readonly TradeChoice[];
  draft: TradeDraft;
  /** a picture is on its way: what is sent meanwhile would go without it */
  isPending: boolean;
  /** what may come instead of what was missing */
  offered: readonly Item[];
  problem: FlowProblem | null;
  failures: number;
}
/** What is asked of the shop. */
export interface TradeRequest {
  id: string;
  kind: ReturnKind;
  reason: TradeReason;
  text: string;
  items: { line: number; quantity: number }[];
  photos: string[];
  wish: 'REFUND' | 'EXCHANGE';
  wanted: { id: string; quantity: number }[];
}
type Wish = { wish: 'REFUND' | 'EXCHANGE'; wanted: string | null };
export type TradeEvent =
  | { type: 'reason.chosen'; reason: TradeReason }
  | { type: 'line.changed'; line: number; quantity: number }
  | { type: 'text.changed'; text: string }
  | { type: 'photos.changed'; ids: readonly string[]; isPending: boolean }
  | { type: 'trade.described' }
  | ({ type: 'wish.chosen' } & Wish)
  | { type: 'trade.reopened' }
  | { type: 'trade.confirmed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'page.shown' };
type Args = { context: TradeContext };

const LONGEST_BACK_OFF = 30_000;

/** After `loading` the order is known; said once for the compiler. */
export function tradeKnown({ known }: TradeContext): TradeFacts {
  if (known === null) throw new Error('nothing is chosen of an order before it is loaded');
  return known;
}
/** What is asked for, once nothing is missing. */
export function tradeRequest({ id, draft }: TradeContext): TradeRequest {
  const { reason, lines, text, photos, wish, wanted } = draft;
  if (reason === null) throw new Error('nothing is asked for without a reason');
  return {
    id: id ?? '',
    kind: kindOf(reason),
    reason,
    text,
    items: [...lines],
    photos: kindOf(reason) === 'DEFECT' ? [...photos] : [],
    wish,
    wanted: wish === 'EXCHANGE' && wanted ? [{ id: wanted, quantity: lines[0]?.quantity ?? 1 }] : [],
  };
}

/** The items of the lines that are to go back. */
export const chosenItems = (context: TradeContext): { campaignId: string; itemId: string }[] =>
  context.draft.lines.flatMap(({ line }) => {
    const bought = tradeKnown(context).order.items[line];
    return bought ? [{ campaignId: bought.campaignId, itemId: bought.item.id }] : [];
  });

const allows = ({ context }: Args) =>
  tradeKnown(context).order.allowedEvents.includes('return.requested') &&
  linesLeft(tradeKnown(context).facts).length > 0;
const lacks = ({ context }: Args) => lackOf(tradeKnown(context), context.draft, context.isPending);

/** The parts of the trade's chart by name; the chart itself is in trade.machine.ts. */
export const tradeSetup = setup({
  types: {
    input: {} as TradeInput,
    context: {} as TradeContext,
    events: {} as TradeEvent,
    tags: {} as
      | 'busy'
      | 'choosing'
      | 'empty'
      | 'offline'
      | 'failed'
      | 'gone'
      | 'asked'
      | 'over'
      | 'early'
      | 'late'
      | 'describing'
      | 'deciding'
      | 'sending'
      | 'unsent'
      | 'sent',
  },
  actors: {
    loadCandidates: port<TradeChoice[]>('loadCandidates'),
    loadTrade: port<TradeLoaded, { id: string }>('loadTrade'),
    loadAlternatives: port<Item[], { items: { campaignId: string; itemId: string }[] }>('loadAlternatives'),
    sendTrade: port<Order, TradeRequest>('sendTrade'),
  },
  guards: {
    isNamed: ({ context }) => context.id !== null,
    isOne: (_, choices: readonly TradeChoice[]) => choices.length === 1,
    isNone: (_, choices: readonly TradeChoice[]) => choices.length === 0,
    isAsked: ({ context }) => tradeKnown(context).order.state === 'RETURN_REQUESTED',
    isOver: (args) => {
      const { state } = tradeKnown(args.context).order;
      return !allows(args) && (hasOrderTag(state, 'over') || hasOrderTag(state, 'delivered'));
    },
    isEarly: (args) => !allows(args),
    isLate: ({ context }) => {
      const { order, facts, now } = tradeKnown(context);
      return openReasons(order, facts, now).length === 0;
    },
    isInTime: ({ context }, { reason }: { reason: TradeReason }) => {
      const { order, facts, now } = tradeKnown(context);
      return openReasons(order, facts, now).includes(reason);
    },
    isLeft: ({ context }, { line, quantity }: { line: number; quantity: number }) =>
      quantity >= 0 && quantity <= (tradeKnown(context).facts.lines[line]?.left ?? -1),
    isDescribed: (args) => lacks(args) === null,
    isReplaceable: (args) =>
      lacks(args) === null && args.context.draft.reason === 'MISSING' && args.context.isClient,
    isGranted: ({ context }, { wish, wanted }: Wish) =>
      wish === 'REFUND'
        ? wanted === null
        : context.isClient && (wanted === null || context.offered.some(({ id }) => id === wanted)),
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    isMoved: isRefusedAs('ILLEGAL_EVENT'),
    isTooLate: isRefusedAs('RETURN_LATE'),
    isMalformed: isRefusedAs('MALFORMED'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    choose: assign((_, [one]: readonly TradeChoice[]) => ({ id: one?.id ?? null })),
    offer: assign((_, choices: readonly TradeChoice[]) => ({ choices })),
    keep: assign((_, { draft, ...known }: TradeLoaded) => ({
      known,
      draft: fitting(known, draft),
      failures: 0,
    })),
    noteReason: assign(({ context: { draft } }, { reason }: { reason: TradeReason }) => ({
      draft: { ...draft, reason, wish: 'REFUND' as const, wanted: null },
      problem: null,
    })),
    noteLine: assign(({ context: { draft } }, { line, quantity }: { line: number; quantity: number }) => ({
      draft: {
        ...draft,
        lines: [
          ...draft.lines.filter((one) => one.line !== line),
          ...(quantity > 0 ? [{ line, quantity }] : []),
        ].toSorted((a, b) => a.line - b.line),
      },
      problem: null,
    })),
    noteText: assign(({ context: { draft } }, { text }: { text: string }) => ({ draft: { ...draft, text } })),
    notePhotos: assign(
      ({ context: { draft } }, { ids, isPending }: { ids: readonly string[]; isPending: boolean }) => ({
        draft: { ...draft, photos: ids },
        isPending,
      }),
    ),
    /** The shop does not know one of them any more: they are sent again. */
    dropPhotos: assign(({ context: { draft } }) => ({ draft: { ...draft, photos: [] }, isPending: false })),
    offerItems: assign((_, offered: readonly Item[]) => ({ offered })),
    noteWish: assign(({ context: { draft } }, { wish, wanted }: Wish) => ({
      draft: { ...draft, wish, wanted },
      problem: null,
    })),
    keepSent: assign(({ context }, order: Order) => ({
      known: { ...tradeKnown(context), order },
      problem: null,
      failures: 0,
    })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
});
