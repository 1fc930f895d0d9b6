import { assign, emit, setup } from 'xstate';
import { SNACK_RETRY } from '#domain/constants.ts';
import { port, fromEvent } from './port.ts';

export type NoticeTone = 'ok' | 'info' | 'warn' | 'bad';
/** A snack message as it is shown. */
export interface Notice {
  id: number;
  /** what it says; a key is turned into a sentence where it is shown (`src/shell/page/notice-words.ts`) */
  says: NoticeWords;
  tone: NoticeTone;
  /** what it speaks of; whoever posted it withdraws it by this name */
  topic: string | undefined;
  action: NoticeAction | undefined;
  /**
   * It ends by itself. A notice with a button has no limit before pointer or focus was there (WCAG 2.2.1).
   */
  isTimed: boolean;
}
/** A button of a notice: `name` is told to whoever posted it. */
export interface NoticeAction {
  label: string;
  name: string;
}
/** A message's key in the document store. Source: spec §8, the keys and their placeholders; decision 103. */
export type NoticeKey =
  | 'smsSent'
  | 'emailSent'
  | 'logout'
  | 'couponKept'
  | 'couponTaken'
  | 'couponRefused'
  | 'addressKnown'
  | 'placeChanged'
  | 'storeGone';
/** A message by its key, with what fills its placeholders, or plain words of whoever posts it. */
export type NoticeWords = { key: NoticeKey; values: Record<string, string> } | { text: string };
export type NoticeRequest = { tone?: NoticeTone; topic?: string; action?: NoticeAction } & NoticeWords;
export type NoticePosted = { type: 'notice.posted' } & NoticeRequest;
export type NoticeWithdrawn = { type: 'notice.withdrawn'; topic: string };
type NoticesEvent =
  | NoticePosted
  | NoticeWithdrawn
  | { type: 'notice.dismissed'; id: number }
  | { type: 'notice.acted'; id: number }
  | { type: 'notices.entered' }
  | { type: 'notices.left' }
  | { type: 'messages.loaded'; messages: Record<string, string> };

interface NoticesContext {
  messages: Record<string, string> | null;
  shown: Notice[];
  held: NoticeRequest[];
  nextId: number;
  /** the newest notice whose time is running */
  counted: number;
}

/** More than this at once is a wall, not a message. */
const MOST = 3;
/** How long a notice is shown, ms. One that comes while the time of another runs has up to twice as much. */
const LIFE = 6_000;

const actionOf = ({ shown }: NoticesContext, id: number): NoticeAction | undefined =>
  shown.find((notice) => notice.id === id)?.action;

function showing(
  { shown, nextId }: NoticesContext,
  requests: readonly NoticeRequest[],
): Pick<NoticesContext, 'shown' | 'nextId'> {
  const notices = requests.map((request, index): Notice => {
    const { tone = 'info', topic, action } = request;
    const says = 'key' in request ? { key: request.key, values: request.values } : { text: request.text };
    return { id: nextId + index, says, tone, topic, action, isTimed: !action };
  });
  const all = [...shown, ...notices];
  const told = all.map(({ says }) => JSON.stringify(says));
  // Said again, it is said once, as the newest.
  const once = all.filter((_, index) => told.lastIndexOf(told[index] ?? '') === index);
  return { shown: once.slice(-MOST), nextId: nextId + requests.length };
}

/**
 * The queue of snack messages. A keyed message that comes before the texts waits for them: they are loaded,
 * and it is tried again after 100 ms (§8); when they cannot be had it is shown in words of our own. A notice ends
 * with its topic, or after its time, which stands still while somebody is at the notices. Times in ms.
 */
export const noticesMachine = setup({
  types: {
    context: {} as NoticesContext,
    events: {} as NoticesEvent,
    emitted: {} as { type: 'notice.acted'; name: string },
    tags: {} as 'busy',
  },
  actors: { loadMessages: port<Record<string, string>>('loadMessages') },
  guards: {
    lacksText: ({ context }, request: NoticeRequest) => 'key' in request && context.messages === null,
    hasAction: ({ context }, { id }: { id: number }) => actionOf(context, id) !== undefined,
    hasTimed: ({ context }) => context.shown.some(({ isTimed }) => isTimed),
    isEmpty: ({ context }) => context.shown.length === 0,
  },
  delays: { SNACK_RETRY, LIFE },
  actions: {
    show: assign(({ context }, request: NoticeRequest) => showing(context, [request])),
    hold: assign(({ context }, request: NoticeRequest) => ({ held: [...context.held, request] })),
    showHeld: assign(({ context }) => ({ ...showing(context, context.held), held: [] })),
    keepMessages: assign((_, { messages }: { messages: Record<string, string> }) => ({ messages })),
    notifyActed: emit(({ context }, { id }: { id: number }) => ({
      type: 'notice.acted' as const,
      name: actionOf(context, id)?.name ?? '',
    })),
    dismiss: assign(({ context }, { id }: { id: number }) => ({
      shown: context.shown.filter((notice) => notice.id !== id),
    })),
    withdraw: assign(({ context: { shown, held } }, over: { topic: string }) => ({
      shown: shown.filter(({ topic }) => topic !== over.topic),
      held: held.filter(({ topic }) => topic !== over.topic),
    })),
    count: assign({ counted: ({ context }) => context.nextId - 1 }),
    end: assign({
      shown: ({ context: { shown, counted } }) => shown.filter(({ id, isTimed }) => id > counted || !isTimed),
    }),
    reach: assign({ shown: ({ context }) => context.shown.map((notice) => ({ ...notice, isTimed: true })) }),
  },
}).createMachine({
  id: 'notices',
  description: 'Os avisos curtos que aparecem e somem na tela.',
  type: 'parallel',
  context: { messages: null, shown: [], held: [], nextId: 1, counted: 0 },
  on: {
    'notice.withdrawn': { actions: { type: 'withdraw', params: fromEvent } },
    'notice.dismissed': { actions: { type: 'dismiss', params: fromEvent } },
    'notice.acted': {
      guard: { type: 'hasAction', params: fromEvent },
      actions: [
        { type: 'notifyActed', params: fromEvent },
        { type: 'dismiss', params: fromEvent },
      ],
    },
    'messages.loaded': { actions: { type: 'keepMessages', params: fromEvent } },
  },
  states: {
    words: {
      description: 'Os textos dos avisos e o que espera por eles.',
      initial: 'resting',
      states: {
        resting: {
          description: 'Um aviso novo aparece na hora, se o texto dele é conhecido.',
          on: {
            'notice.posted': [
              {
                guard: { type: 'lacksText', params: fromEvent },
                target: 'loading',
                actions: { type: 'hold', params: fromEvent },
              },
              { actions: { type: 'show', params: fromEvent } },
            ],
          },
        },
        loading: {
          description: 'Os textos dos avisos são buscados; os avisos esperam por eles.',
          tags: 'busy',
          invoke: {
            id: 'loadMessages',
            src: 'loadMessages',
            input: {},
            onDone: {
              target: 'retrying',
              actions: { type: 'keepMessages', params: ({ event }) => ({ messages: event.output }) },
            },
            onError: { target: 'resting', actions: 'showHeld' },
          },
          on: {
            'notice.posted': [
              {
                guard: { type: 'lacksText', params: fromEvent },
                actions: { type: 'hold', params: fromEvent },
              },
              { actions: { type: 'show', params: fromEvent } },
            ],
            'messages.loaded': {
              target: 'retrying',
              actions: { type: 'keepMessages', params: fromEvent },
            },
          },
        },
        retrying: {
          description: 'Os textos chegaram; em um instante os avisos que esperavam aparecem.',
          after: { SNACK_RETRY: { target: 'resting', actions: 'showHeld' } },
          on: { 'notice.posted': { actions: { type: 'hold', params: fromEvent } } },
        },
      },
    },
    life: {
      description: 'Por quanto tempo cada aviso fica na tela.',
      initial: 'still',
      on: { 'notices.entered': { target: '.held', actions: 'reach' } },
      states: {
        still: {
          description: 'Nenhum aviso tem o tempo contado.',
          always: { guard: 'hasTimed', target: 'timing' },
        },
        timing: {
          description: 'O tempo de um aviso está correndo; no fim, ele some.',
          entry: 'count',
          after: { LIFE: { target: 'still', actions: 'end' } },
        },
        // A notice does not leave under the pointer or the focus; with the last one both are gone.
        held: {
          description: 'A pessoa está sobre um aviso: ele fica até ela sair.',
          always: { guard: 'isEmpty', target: 'still' },
          on: { 'notices.left': 'still' },
        },
      },
    },
  },
});
