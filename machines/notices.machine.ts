import { assign, setup } from 'xstate';
import { SNACK_RETRY } from '#domain/constants.ts';
import { fillPlaceholders } from '#domain/placeholders.ts';
import { port } from './port.ts';

export type NoticeTone = 'ok' | 'info' | 'warn' | 'bad';
/** A snack message as it is shown. */
export interface Notice {
  id: number;
  text: string;
  tone: NoticeTone;
}
/** A message by its key in the document store with what fills its placeholders, or plain words. */
export type NoticeWish = { key: string; values?: Record<string, string>; tone?: NoticeTone } | { text: string; tone?: NoticeTone };
type NoticesEvent =
  | ({ type: 'notice.posted' } & NoticeWish)
  | { type: 'notice.dismissed'; id: number }
  | { type: 'messages.loaded'; messages: Record<string, string> };

interface NoticesContext {
  messages: Record<string, string> | null;
  shown: Notice[];
  held: NoticeWish[];
  nextId: number;
}

/** Said when the document store cannot be read. Source: spec §8, the keys and their placeholders. */
const bundled: Record<string, string> = {
  smsSent: 'Enviamos um código por SMS para {phoneNumber}.',
  emailSent: 'Enviamos um código para {email}.',
  logout: 'Até logo, {accountName}!',
};
/** More than this at once is a wall, not a message. */
const MOST = 3;

function showing({ messages, shown, nextId }: NoticesContext, wishes: readonly NoticeWish[]): Pick<NoticesContext, 'shown' | 'nextId'> {
  const notices = wishes.flatMap((wish, index) => {
    const text = 'text' in wish ? wish.text : fillPlaceholders(messages?.[wish.key] ?? bundled[wish.key] ?? '', wish.values ?? {});
    return text ? [{ id: nextId + index, text, tone: wish.tone ?? 'info' }] : [];
  });
  return { shown: [...shown, ...notices].slice(-MOST), nextId: nextId + wishes.length };
}

/**
 * The queue of snack messages. A keyed message that comes before the texts waits for them: they are loaded, and it is tried again after 100 ms (§8);
 * when they cannot be had the bundled words are said.
 */
export const noticesMachine = setup({
  types: { context: {} as NoticesContext, events: {} as NoticesEvent, tags: {} as 'busy' },
  actors: { loadMessages: port<Record<string, string>>('loadMessages') },
  guards: { lacksText: ({ context }, wish: NoticeWish) => 'key' in wish && context.messages === null },
  delays: { SNACK_RETRY },
  actions: {
    show: assign(({ context }, wish: NoticeWish) => showing(context, [wish])),
    hold: assign(({ context }, wish: NoticeWish) => ({ held: [...context.held, wish] })),
    showHeld: assign(({ context }) => ({ ...showing(context, context.held), held: [] })),
    keepMessages: assign((_, { messages }: { messages: Record<string, string> }) => ({ messages })),
    dismiss: assign(({ context }, { id }: { id: number }) => ({ shown: context.shown.filter((notice) => notice.id !== id) })),
  },
}).createMachine({
  id: 'notices',
  initial: 'resting',
  context: { messages: null, shown: [], held: [], nextId: 1 },
  on: {
    'notice.dismissed': { actions: { type: 'dismiss', params: ({ event }) => event } },
    'messages.loaded': { actions: { type: 'keepMessages', params: ({ event }) => event } },
  },
  states: {
    resting: {
      on: {
        'notice.posted': [
          {
            guard: { type: 'lacksText', params: ({ event }) => event },
            target: 'loading',
            actions: { type: 'hold', params: ({ event }) => event },
          },
          { actions: { type: 'show', params: ({ event }) => event } },
        ],
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: {},
        onDone: { target: 'retrying', actions: { type: 'keepMessages', params: ({ event }) => ({ messages: event.output }) } },
        onError: { target: 'resting', actions: 'showHeld' },
      },
      on: {
        'notice.posted': [
          { guard: { type: 'lacksText', params: ({ event }) => event }, actions: { type: 'hold', params: ({ event }) => event } },
          { actions: { type: 'show', params: ({ event }) => event } },
        ],
        'messages.loaded': { target: 'retrying', actions: { type: 'keepMessages', params: ({ event }) => event } },
      },
    },
    retrying: {
      after: { SNACK_RETRY: { target: 'resting', actions: 'showHeld' } },
      on: { 'notice.posted': { actions: { type: 'hold', params: ({ event }) => event } } },
    },
  },
});
