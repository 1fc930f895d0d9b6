import { assign, sendTo, setup } from 'xstate';
import type { Account } from '#contract/people/account.ts';
import { chosenStoreIn } from '#domain/person/chosen-store.ts';
import type { NoticePosted } from '#machines/notices.machine.ts';
import { toParent } from '#machines/notify.ts';
import {
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isFault,
  isOvertaken,
  port,
  retryOnReturn,
  source,
} from '#machines/port.ts';
import type { AccountChanged } from '#machines/session/setup.ts';
import type { ChosenMemory } from '#machines/stored.ts';

/** What the shop says by itself: who is here with what they chose, and which stores there are. */
export type ChosenNews =
  | { type: 'account.told'; account: ChosenAccount | null }
  | { type: 'stores.told'; ids: readonly string[] };
export type ChosenEvent =
  | ChosenNews
  | { type: 'marketplace.chosen'; id: string }
  | { type: 'marketplace.undone' }
  | { type: 'session.closed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };
/** What it tells the app. */
export type ChosenNotification = NoticePosted | AccountChanged;
/** The choice as an account has it; null: every store. */
export interface ChosenAccount {
  id: string | null;
}
export interface ChosenContext {
  /** the store whose campaigns alone are shown; null: those of every store */
  id: string | null;
  /** said on this device, and in no account yet: such a word is not overruled by an older one */
  isOwn: boolean;
  /** null: nobody is signed in; undefined until that is known */
  account: ChosenAccount | null | undefined;
  /** those that there are; null until they are known */
  stores: readonly string[] | null;
  failures: number;
}

const LONGEST_BACK_OFF = 60_000;

const isGone = ({ id, stores }: ChosenContext): boolean =>
  id !== null && stores !== null && !stores.includes(id);
/** What is kept on the device; null where nothing was ever said. */
export const chosenMemory = ({ id, isOwn }: ChosenContext): ChosenMemory | null =>
  id !== null || isOwn ? { version: 1, id, isOwn } : null;

/**
 * The one store that somebody looks at, or all of them. The device keeps it, and a client's account: what was
 * said here last holds until the account has it, and from then on the account's word. A store that is not there
 * any more is let go. Source: D83; decision 145.
 */
export const chosenMachine = setup({
  types: {
    input: {} as { memory?: ChosenMemory | null | undefined },
    context: {} as ChosenContext,
    events: {} as ChosenEvent,
    tags: {} as 'offline',
  },
  actors: {
    saveChoice: port<Account, ChosenAccount>('saveChoice'),
    watchShop: source<ChosenNews>('watchShop'),
  },
  guards: {
    isOne: ({ context }) => context.id !== null,
    isAll: ({ context }) => context.id === null,
    isGone: ({ context }) => isGone(context),
    isToSave: ({ context }) => context.isOwn && Boolean(context.account) && !isGone(context),
    isNothingToSave: ({ context: { account, isOwn } }) => !isOwn || !account,
    isSettled: ({ context }, account: Account) => chosenStoreIn(account) === context.id,
    isFault,
    isOvertaken,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    choose: assign((_, { id }: { id: string }) => ({ id, isOwn: true, failures: 0 })),
    // Whoever has no account has nothing to take back elsewhere.
    undo: assign(({ context }) => ({ id: null, isOwn: context.account !== null, failures: 0 })),
    seeStores: assign((_, { ids }: { ids: readonly string[] }) => ({ stores: ids })),
    seeAccount: assign(({ context }, { account }: { account: ChosenAccount | null }) => ({
      account,
      ...(account && !context.isOwn ? { id: account.id } : {}),
      // Taken back before it was known that there is no account to take it back from.
      ...(account === null && context.id === null ? { isOwn: false } : {}),
    })),
    settle: assign({ isOwn: false, failures: 0 }),
    forget: assign({ id: null, isOwn: false, account: null, failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    notifySaved: sendTo(toParent<ChosenNotification>, (_, account: Account) => ({
      type: 'account.changed' as const,
      account,
    })),
    notifyGone: sendTo(toParent<ChosenNotification>, {
      type: 'notice.posted',
      key: 'storeGone',
      values: {},
    }),
  },
}).createMachine({
  id: 'chosen',
  description: 'A loja que a pessoa escolheu ver: uma só, ou todas; vale no aparelho e na conta.',
  type: 'parallel',
  context: ({ input }) => ({
    id: input.memory?.id ?? null,
    isOwn: input.memory?.isOwn ?? false,
    account: undefined,
    stores: null,
    failures: 0,
  }),
  invoke: { id: 'watchShop', src: 'watchShop' },
  states: {
    choice: {
      description: 'O que se mostra: as campanhas de uma loja, ou as de todas.',
      initial: 'all',
      on: {
        'marketplace.chosen': { actions: { type: 'choose', params: fromEvent } },
        'stores.told': { actions: { type: 'seeStores', params: fromEvent } },
        'account.told': { actions: { type: 'seeAccount', params: fromEvent } },
        'session.closed': { actions: 'forget' },
      },
      states: {
        all: {
          description: 'As campanhas de todas as lojas estão à vista; a pessoa pode escolher uma.',
          always: { guard: 'isOne', target: 'one' },
        },
        one: {
          description: 'Só a loja escolhida está à vista, até a pessoa pedir todas, trocar ou sair.',
          always: [
            { guard: 'isAll', target: 'all' },
            { guard: 'isGone', target: 'all', actions: ['undo', 'notifyGone'] },
          ],
          on: { 'marketplace.undone': { actions: 'undo' } },
        },
      },
    },
    keeping: {
      description: 'O que a conta sabe da escolha.',
      initial: 'resting',
      states: {
        resting: {
          description: 'A conta já tem a escolha, ou ninguém entrou e só o aparelho a guarda.',
          always: { guard: 'isToSave', target: 'saving' },
        },
        saving: {
          description: 'A escolha feita aqui está sendo guardada na conta.',
          always: { guard: 'isNothingToSave', target: 'resting' },
          invoke: {
            id: 'saveChoice',
            src: 'saveChoice',
            input: ({ context: { id } }) => ({ id }),
            onDone: [
              {
                guard: { type: 'isSettled', params: fromOutput },
                target: 'resting',
                actions: ['settle', { type: 'notifySaved', params: fromOutput }],
              },
              // Another one was chosen meanwhile.
              { target: 'saving', reenter: true },
            ],
            onError: [
              {
                guard: { type: 'isOvertaken', params: failure },
                target: 'saving',
                reenter: true,
                actions: 'countFailure',
              },
              { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: 'countFailure' },
              { target: 'unsaved', actions: 'countFailure' },
            ],
          },
        },
        unheard: {
          description: 'Não se sabe se a conta tem a escolha; a loja a envia de novo.',
          tags: 'offline',
          always: { guard: 'isNothingToSave', target: 'resting' },
          ...retryOnReturn('saving'),
        },
        unsaved: {
          description: 'O servidor não guardou a escolha na conta; ela vale só neste aparelho.',
          always: { guard: 'isNothingToSave', target: 'resting' },
          on: { 'marketplace.chosen': 'resting', 'marketplace.undone': 'resting', restored: 'resting' },
        },
      },
    },
  },
});
