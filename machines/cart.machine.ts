import { assign, setup } from 'xstate';
import { Cart, type CartChange, type CartLine } from '#contract/cart.ts';
import type { CheckoutDraft } from '#contract/order.ts';
import { type LineChange, mergeCarts } from '#domain/cart-limits.ts';
import { countUnits, lineKey } from '#domain/cart-line.ts';
import { type Base, type Edit, type HeldLine, absolute, additions, emptyBase, heldLine, limitsOf, rebased, sentLine } from './cart-lines.ts';
import { readCart } from './cart-store.ts';
import { type FlowProblem, currentOf, isPassing, problemOf, readAs } from './flow-problem.ts';
import { type Failure, backOffAfter, failure, isRefusedAs, port } from './port.ts';

export interface CartInput {
  /** what was stored, as it was read: `storeCart` and `plainLines` of cart-store.ts */
  stored?: unknown;
  lines?: unknown;
}
export interface CartContext {
  uuid: string | null;
  base: Base;
  edits: Edit[];
  /** how many of the edits are in the write that is under way */
  sent: number;
  lines: HeldLine[];
  draft: CheckoutDraft;
  /** the last answer of the server, with its totals; null while there is none */
  priced: Cart | null;
  /** what the server, and what a merge, changed; until it was seen */
  changes: CartChange[];
  merged: LineChange[];
  /** the cart that gave way at a sign-in during checkout (D13) */
  saved: HeldLine[] | null;
  leadId: string | null;
  isClient: boolean;
  inCheckout: boolean;
  /** newest version heard of */
  heard: number;
  failures: number;
  problem: FlowProblem | null;
}
export type CartEvent =
  | { type: 'line.added'; line: HeldLine }
  | { type: 'line.changed'; key: string; quantity: number }
  | { type: 'line.removed'; key: string }
  | { type: 'draft.changed'; patch: CheckoutDraft }
  | { type: 'changes.acknowledged' }
  | { type: 'order.placed'; cartUuid: string }
  | { type: 'cart.corrected'; cart: Cart }
  | { type: 'cart.changed.elsewhere'; uuid: string | null; version: number; ordered?: string }
  | { type: 'session.opened'; inCheckout?: boolean }
  | { type: 'session.closed'; by?: string }
  | { type: 'lead.known'; id: string }
  | { type: 'saved.restored' }
  | { type: 'saved.dropped' }
  | { type: 'network.restored' }
  | { type: 'load.retried' }
  | { type: 'restored' };
/** A whole cart, as it is written. */
export interface CartWrite {
  uuid: string;
  version: number;
  lines: CartLine[];
  draft: CheckoutDraft;
}

/** Taps within this time are one write, ms. */
const SETTLE = 400;
const LONGEST_BACK_OFF = 30_000;
const CONFLICTS_IN_A_ROW = 3;

const nothing = { uuid: null, base: emptyBase, edits: [], sent: 0, lines: [], draft: {}, priced: null, changes: [], merged: [], heard: 0, failures: 0, problem: null } satisfies Partial<CartContext>;
const baseOf = ({ version, products, location, shippingMethod, recipient, extra, paymentMethod, coupon }: Cart): Base => ({
  version,
  lines: products.map(heldLine),
  draft: JSON.parse(JSON.stringify({ location, shippingMethod, recipient, extra, paymentMethod, coupon })) as CheckoutDraft, // drops what is undefined
});
/** A cart with no number yet, holding the same lines: for a cart that turned out to be ordered, somebody else's or given up. */
const asEdits = ({ lines, draft }: CartContext): Edit[] => [...lines.map((line): Edit => ({ kind: 'added', line })), ...(Object.keys(draft).length > 0 ? [{ kind: 'drafted', patch: draft } as const] : [])];
const adopted = (context: CartContext, cart: Cart, edits: Edit[]): Partial<CartContext> => ({
  uuid: cart.uuid, ...rebased(baseOf(cart), edits), sent: 0, priced: cart, changes: [...context.changes, ...cart.changes], heard: cart.version, failures: 0, problem: null,
});
const afresh = (edits: Edit[]): Partial<CartContext> => ({ ...nothing, ...rebased(emptyBase, edits) });

/** What an event asks for, as an edit; nothing where it changes nothing. */
function editOf({ lines }: CartContext, event: CartEvent): Edit[] {
  if (event.type === 'draft.changed') return [{ kind: 'drafted', patch: event.patch }];
  if (event.type === 'line.added' && event.line.quantity > 0) return [{ kind: 'added', line: event.line }];
  if (event.type !== 'line.added' && event.type !== 'line.changed' && event.type !== 'line.removed') return [];
  const key = event.type === 'line.added' ? lineKey(event.line) : event.key;
  const line = lines.find((present) => lineKey(present) === key);
  if (!line) return [];
  return event.type === 'line.changed' && event.quantity > 0 ? [{ kind: 'set', line: { ...line, quantity: event.quantity } }] : [{ kind: 'removed', key }];
}

type Answered = { cart: Cart };
const cartOf = ({ event }: { event: { output: Cart } }): Answered => ({ cart: event.output });
const note = { type: 'noteProblem', params: failure } as const;
const edit = { actions: 'edit' } as const;
const ifPassing = { type: 'isPassing', params: failure } as const;

/**
 * The cart of this browser. It answers at once; the server's word is applied by version when it comes, and everything done since is done again on it.
 * Nothing a person added is lost: offline it is kept, a conflict is rebased, an order or a foreign cart starts a new one.
 * `syncing`: a number of its own, the visitor's lead, then the write; first add and lead go in one queue (D12). Times in ms, money in centavos.
 * Source: spec.md §4 Cart; D13, D39; REL-04, REL-06, REL-14; features B9, B10.
 */
export const cartMachine = setup({
  types: { input: {} as CartInput, context: {} as CartContext, events: {} as CartEvent, tags: {} as 'busy' | 'settled' | 'offline' | 'failed' },
  actors: {
    drawCart: port<{ uuid: string }>('drawCart'),
    ensureLead: port<{ id: string }, { leadId: string | null }>('ensureLead'),
    putCart: port<Cart, CartWrite>('putCart'),
    loadCart: port<Cart, { uuid: string }>('loadCart'),
    loadSavedCart: port<Cart | null, { uuid: string | null }>('loadSavedCart'),
  },
  guards: {
    hasUuid: ({ context }) => context.uuid !== null,
    hasEdits: ({ context }) => context.edits.length > 0,
    isNothing: ({ context }) => context.uuid === null && context.lines.length === 0,
    isBehind: ({ context }) => context.uuid !== null && context.heard > context.base.version,
    needsNoLead: ({ context }) => context.isClient || context.leadId !== null,
    hasSaved: ({ context }) => context.saved !== null,
    isOfCart: ({ context, event }) => event.type === 'order.placed' && (context.uuid === null || event.cartUuid === context.uuid),
    isNewer: ({ context, event }) => event.type === 'cart.corrected' && event.cart.uuid === context.uuid && event.cart.version >= context.base.version,
    isOrderedElsewhere: ({ context, event }) => event.type === 'cart.changed.elsewhere' && event.ordered !== undefined && event.ordered === context.uuid,
    isSameCart: ({ context, event }) => event.type === 'cart.changed.elsewhere' && event.uuid !== null && event.uuid === context.uuid,
    // Two tabs drew a number each before they heard of one another: both take the smaller.
    isOtherCart: ({ context, event }) => event.type === 'cart.changed.elsewhere' && event.uuid !== null && (context.uuid === null || event.uuid < context.uuid),
    isEnded: ({ event }) => event.type === 'session.closed' && event.by !== 'restore',
    wereManyConflicts: ({ context }) => context.failures >= CONFLICTS_IN_A_ROW,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isConflict: (_, { error }: Failure) => isRefusedAs('VERSION')(null, { error }) && readAs(Cart, currentOf(error)) !== null,
    isOrdered: isRefusedAs('ORDERED'),
    isForeign: isRefusedAs('NOT_FOUND'),
    isSavedCart: (_, { saved }: { saved: Cart | null }) => saved !== null && saved.products.length > 0,
    isFirstCart: ({ context }, { saved }: { saved: Cart | null }) => saved !== null && saved.products.length > 0 && context.uuid === null && context.lines.length === 0,
    isKept: ({ context }, { saved }: { saved: Cart | null }) => saved !== null && saved.products.length > 0 && context.inCheckout,
  },
  delays: { settle: SETTLE, backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    edit: assign(({ context, event }) => ({ ...rebased(context.base, [...context.edits, ...editOf(context, event)]), problem: null })),
    settleHere: assign(({ context }) => ({ base: { ...context.base, lines: context.lines, draft: context.draft }, edits: [] })),
    keepUuid: assign((_, { uuid }: { uuid: string }) => ({ uuid })),
    keepLead: assign((_, { id }: { id: string }) => ({ leadId: id })),
    keepLeadKnown: assign(({ event }) => (event.type === 'lead.known' ? { leadId: event.id } : {})),
    countSent: assign(({ context }) => ({ sent: context.edits.length })),
    // Without an answer the write may have been taken; done again, its edits must not count twice.
    makeRepeatable: assign(({ context, event }) => {
      const isAnswered = event.type.startsWith('xstate.done') || (event.type.startsWith('xstate.error') && !isPassing(Reflect.get(event, 'error')));
      return isAnswered ? {} : { edits: [...absolute(context.base, context.edits.slice(0, context.sent)), ...context.edits.slice(context.sent)], sent: 0 };
    }),
    adoptAnswer: assign(({ context }, { cart }: Answered) => adopted(context, cart, context.edits.slice(context.sent))),
    adopt: assign(({ context }, { cart }: Answered) => adopted(context, cart, context.edits)),
    // Lines put in and taken out again before the sign-in say nothing about the account's cart.
    adoptFirst: assign(({ context }, { saved }: { saved: Cart | null }) => (saved ? adopted(context, saved, context.edits.filter(({ kind }) => kind === 'drafted')) : {})),
    rebase: assign(({ context }, { error }: Failure) => {
      const cart = readAs(Cart, currentOf(error));
      return cart ? { ...adopted(context, cart, context.edits), failures: context.failures + 1 } : {};
    }),
    // What was ordered is gone from the cart; what was added after it is not.
    startAnew: assign(({ context }) => afresh(additions(context.base, context.lines))),
    disown: assign(({ context }) => afresh(asEdits(context))),
    joinOther: assign(({ context, event }) => (event.type === 'cart.changed.elsewhere' ? { ...afresh(asEdits(context)), uuid: event.uuid, heard: event.version } : {})),
    hear: assign(({ context, event }) => (event.type === 'cart.changed.elsewhere' ? { heard: Math.max(context.heard, event.version) } : {})),
    adoptCorrection: assign(({ context, event }) => (event.type === 'cart.corrected' ? adopted(context, event.cart, context.edits) : {})),
    becomeClient: assign(({ event }) => ({ isClient: true, inCheckout: event.type === 'session.opened' && event.inCheckout === true })),
    merge: assign(({ context }, { saved }: { saved: Cart | null }) => {
      const { lines, changes } = mergeCarts(context.lines, saved?.products.map(heldLine) ?? [], limitsOf);
      const changed = new Set(changes.map(({ key }) => key));
      const kept = new Set(lines.map(lineKey));
      const sets = lines.filter((line) => changed.has(lineKey(line))).map((line): Edit => ({ kind: 'set', line }));
      const cuts = context.lines.map(lineKey).filter((key) => !kept.has(key)).map((key): Edit => ({ kind: 'removed', key }));
      return { ...rebased(context.base, [...context.edits, ...sets, ...cuts]), merged: changes };
    }),
    setAside: assign((_, { saved }: { saved: Cart | null }) => ({ saved: saved?.products.map(heldLine) ?? null })),
    restoreSaved: assign(({ context }) => ({ ...rebased(context.base, [...context.edits, ...(context.saved ?? []).map((line): Edit => ({ kind: 'added', line }))]), saved: null })),
    dropSaved: assign({ saved: null }),
    acknowledge: assign({ changes: [], merged: [] }),
    reset: assign({ ...nothing, saved: null, leadId: null, isClient: false, inCheckout: false }),
    noteProblem: assign(({ context }, { error }: Failure) => ({ problem: problemOf(error), failures: context.failures + 1 })),
  },
}).createMachine({
  id: 'cart',
  initial: 'resuming',
  context: ({ input }) => {
    const { uuid, base, edits, saved, leadId, isClient } = readCart(input.stored, input.lines);
    return { ...nothing, uuid, ...rebased(base, edits), heard: base.version, saved, leadId, isClient, inCheckout: false };
  },
  on: {
    'line.added': edit,
    'line.changed': edit,
    'line.removed': edit,
    'draft.changed': edit,
    'changes.acknowledged': { actions: 'acknowledge' },
    'lead.known': { actions: 'keepLeadKnown' },
    'saved.restored': { guard: 'hasSaved', actions: 'restoreSaved' },
    'saved.dropped': { actions: 'dropSaved' },
    'order.placed': { guard: 'isOfCart', target: '.idle', actions: 'startAnew' },
    'cart.corrected': { guard: 'isNewer', target: '.idle', actions: 'adoptCorrection' },
    'cart.changed.elsewhere': [
      { guard: 'isOrderedElsewhere', target: '.idle', actions: 'startAnew' },
      { guard: 'isSameCart', actions: 'hear' },
      { guard: 'isOtherCart', target: '.idle', actions: 'joinOther' },
    ],
    'session.opened': { target: '.merging', actions: 'becomeClient' },
    'session.closed': { guard: 'isEnded', target: '.idle', actions: 'reset' },
  },
  states: {
    // A stored cart is believed at once and looked up behind.
    resuming: { always: [{ guard: 'hasUuid', target: 'refreshing' }, { target: 'idle' }] },
    idle: {
      tags: 'settled',
      always: [{ guard: 'hasEdits', target: 'dirty' }, { guard: 'isBehind', target: 'refreshing' }],
      on: { restored: { guard: 'hasUuid', target: 'refreshing' } },
    },
    dirty: { after: { settle: [{ guard: 'isNothing', target: 'idle', actions: 'settleHere' }, { target: 'syncing' }] }, on: { restored: 'syncing' } },
    syncing: {
      initial: 'naming',
      states: {
        naming: {
          always: { guard: 'hasUuid', target: 'greeting' },
          invoke: { id: 'drawCart', src: 'drawCart', input: {}, onDone: { target: 'greeting', actions: { type: 'keepUuid', params: ({ event }) => event.output } }, onError: { target: '#cart.failed', actions: note } },
        },
        greeting: {
          always: { guard: 'needsNoLead', target: 'writing' },
          invoke: {
            id: 'ensureLead', src: 'ensureLead', input: ({ context }) => ({ leadId: context.leadId }),
            onDone: { target: 'writing', actions: { type: 'keepLead', params: ({ event }) => event.output } },
            onError: [{ guard: ifPassing, target: '#cart.offline', actions: note }, { target: '#cart.failed', actions: note }],
          },
        },
        writing: {
          entry: 'countSent',
          exit: 'makeRepeatable',
          invoke: {
            id: 'putCart', src: 'putCart',
            input: ({ context: { uuid, base, lines, draft } }) => ({ uuid: uuid ?? '', version: base.version, lines: lines.map(sentLine), draft }),
            onDone: { target: '#cart.idle', actions: { type: 'adoptAnswer', params: cartOf } },
            onError: [
              { guard: ifPassing, target: '#cart.offline', actions: note },
              { guard: { type: 'isConflict', params: failure }, target: '#cart.conflicted', actions: { type: 'rebase', params: failure } },
              { guard: { type: 'isOrdered', params: failure }, target: '#cart.idle', actions: 'startAnew' },
              { guard: { type: 'isForeign', params: failure }, target: '#cart.idle', actions: 'disown' },
              { target: '#cart.failed', actions: note },
            ],
          },
        },
      },
    },
    conflicted: { always: [{ guard: 'wereManyConflicts', target: 'offline' }, { target: 'syncing' }] },
    refreshing: {
      invoke: {
        id: 'loadCart', src: 'loadCart', input: ({ context }) => ({ uuid: context.uuid ?? '' }),
        onDone: { target: 'idle', actions: { type: 'adopt', params: cartOf } },
        onError: [{ guard: ifPassing, target: 'offline', actions: note }, { guard: { type: 'isForeign', params: failure }, target: 'idle', actions: 'disown' }, { target: 'failed', actions: note }],
      },
    },
    merging: {
      tags: 'busy',
      invoke: {
        id: 'loadSavedCart', src: 'loadSavedCart', input: ({ context }) => ({ uuid: context.uuid }),
        onDone: [
          { guard: { type: 'isFirstCart', params: ({ event }) => ({ saved: event.output }) }, target: 'idle', actions: { type: 'adoptFirst', params: ({ event }) => ({ saved: event.output }) } },
          { guard: { type: 'isKept', params: ({ event }) => ({ saved: event.output }) }, target: 'idle', actions: { type: 'setAside', params: ({ event }) => ({ saved: event.output }) } },
          { guard: { type: 'isSavedCart', params: ({ event }) => ({ saved: event.output }) }, target: 'idle', actions: { type: 'merge', params: ({ event }) => ({ saved: event.output }) } },
          { target: 'idle' },
        ],
        onError: [{ guard: ifPassing, target: 'unmerged', actions: note }, { target: 'idle' }],
      },
    },
    unmerged: { tags: 'offline', after: { backOff: 'merging' }, on: { 'network.restored': 'merging', 'load.retried': 'merging', restored: 'merging' } },
    offline: { tags: 'offline', after: { backOff: 'syncing' }, on: { 'network.restored': 'syncing', 'load.retried': 'syncing', restored: 'syncing' } },
    failed: {
      tags: 'failed',
      on: { 'load.retried': 'syncing', 'line.added': { target: 'dirty', actions: 'edit' }, 'line.changed': { target: 'dirty', actions: 'edit' }, 'line.removed': { target: 'dirty', actions: 'edit' } },
    },
  },
});

/** How many things are in the cart. */
export const countOf = ({ lines }: Pick<CartContext, 'lines'>): number => countUnits(lines);
