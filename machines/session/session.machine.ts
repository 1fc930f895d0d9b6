import { failure, fromEvent, fromOutput } from '#machines/port.ts';
import { held, nobody, sessionSetup, somebody } from './setup.ts';

/**
 * Who is here: nobody known yet, a visitor, or a client with the token that keeps the session alive.
 * A fault never signs anybody out: `waiting` tries again. Signing out is immediate for the person; the server
 * hears of it behind (§4, REL-21).
 * Tells the app `session.opened`, `session.closed`, `session.delayed`, `account.found`; emits the first two
 * and `token.renewed` for storage and other tabs.
 * Source: spec.md §4, §6, §8; D6, D9.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'Quem está aqui: ninguém conhecido, um visitante ou uma pessoa que entrou.',
  initial: 'restoring',
  context: ({ input }) => ({
    ...nobody,
    account: input.account ?? null,
    hint: input.hint,
    now: input.now,
    online: input.online ?? true,
    failures: 0,
    openedBy: 'restore',
    leaving: null,
  }),
  on: {
    'network.lost': { actions: 'goOffline' },
    'network.restored': { actions: 'goOnline' },
    'response.received': { actions: { type: 'tick', params: fromEvent } },
    restored: { actions: { type: 'tick', params: fromEvent } },
    'signin.completed': {
      target: '.client',
      actions: [
        { type: 'adopt', params: ({ event }) => ({ by: 'signin', ...event }) },
        'notifyOpened',
        'notifyTabsOpened',
      ],
    },
  },
  states: {
    restoring: {
      description: 'A loja procura saber se esta pessoa já tinha entrado neste aparelho.',
      tags: 'busy',
      always: {
        guard: 'isForgotten',
        target: 'visitor',
        actions: { type: 'notifyClosed', params: { by: 'restore' } },
      },
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        input: {},
        onDone: [
          {
            guard: { type: 'isNobody', params: ({ event }) => ({ found: event.output }) },
            target: 'visitor',
            actions: [
              'forget',
              { type: 'notifyClosed', params: { by: 'restore' } },
              { type: 'notifyTabsClosed', params: { by: 'restore' } },
            ],
          },
          {
            target: 'client',
            actions: [
              {
                type: 'adopt',
                params: ({ context, event }) => ({ ...somebody(event.output), by: context.openedBy }),
              },
              'notifyOpened',
              'notifyTabsOpened',
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isRefused', params: failure },
            target: 'visitor',
            actions: [
              'forget',
              { type: 'notifyClosed', params: { by: 'restore' } },
              { type: 'notifyTabsClosed', params: { by: 'restore' } },
            ],
          },
          { target: 'waiting', actions: ['countFailure', 'notifyDelayed'] },
        ],
      },
      on: {
        'signout.requested': 'signingOut',
        'session.closed.elsewhere': {
          target: 'visitor',
          actions: ['forget', { type: 'notifyClosed', params: { by: 'elsewhere' } }],
        },
      },
    },
    waiting: {
      description: 'Sem resposta sobre quem está aqui; ninguém é posto para fora, e a loja tenta de novo.',
      tags: 'offline',
      after: { backOff: 'restoring' },
      on: {
        'network.restored': { target: 'restoring', actions: 'goOnline' },
        restored: { target: 'restoring', actions: { type: 'tick', params: fromEvent } },
        'load.retried': 'restoring',
        'signout.requested': 'signingOut',
        'session.closed.elsewhere': {
          target: 'visitor',
          actions: ['forget', { type: 'notifyClosed', params: { by: 'elsewhere' } }],
        },
      },
    },
    visitor: {
      description: 'Ninguém entrou: a pessoa vê a loja como visitante e pode entrar.',
      on: { 'signin.elsewhere': { target: 'restoring', actions: 'remember' } },
    },
    client: {
      description: 'A pessoa entrou; assim fica até sair ou o servidor encerrar.',
      initial: 'entering',
      invoke: {
        id: 'token',
        src: 'token',
        input: ({ context }) => ({ tokens: held(context), now: context.now, online: context.online }),
        // Reaching the end of a token's life is the only way in which a session ends without anybody wanting
        // it.
        onDone: {
          description: 'O servidor encerrou o acesso: só assim alguém sai sem querer.',
          target: 'visitor',
          actions: [
            'forget',
            'forgetLeaving',
            { type: 'notifyClosed', params: { by: 'lost' } },
            { type: 'notifyTabsClosed', params: { by: 'lost' } },
          ],
        },
      },
      on: {
        'token.renewed': [
          // Without it nobody could finish a sign-up that outlives its first token.
          {
            guard: { type: 'bringsGrant', params: fromEvent },
            actions: [
              { type: 'adoptRenewal', params: fromEvent },
              { type: 'notifyTabsRenewal', params: fromEvent },
              'notifyAccount',
            ],
          },
          {
            actions: [
              { type: 'adoptRenewal', params: fromEvent },
              { type: 'notifyTabsRenewal', params: fromEvent },
            ],
          },
        ],
        'token.rejected': { actions: { type: 'notifyToken', params: fromEvent } },
        'response.received': {
          actions: [
            { type: 'tick', params: fromEvent },
            { type: 'notifyToken', params: fromEvent },
          ],
        },
        restored: {
          actions: [
            { type: 'tick', params: fromEvent },
            { type: 'notifyToken', params: fromEvent },
          ],
        },
        'network.lost': { actions: ['goOffline', { type: 'notifyToken', params: fromEvent }] },
        'network.restored': { actions: ['goOnline', { type: 'notifyToken', params: fromEvent }] },
        'account.changed': [
          // Asked anew: an answer from before it may know nothing of the account.
          {
            guard: { type: 'leavesUserUnknown', params: fromEvent },
            target: '.loadingAccount',
            actions: [{ type: 'adoptAccount', params: fromEvent }, 'notifyAccount'],
          },
          {
            target: '.ready',
            actions: [{ type: 'adoptAccount', params: fromEvent }, 'notifyAccount'],
          },
        ],
        'signout.requested': 'signingOut',
        'session.closed.elsewhere': {
          target: 'visitor',
          actions: ['forget', 'forgetLeaving', { type: 'notifyClosed', params: { by: 'elsewhere' } }],
        },
      },
      states: {
        entering: {
          description: 'A loja vê se já conhece a conta de quem entrou.',
          always: [
            { guard: 'lacksUser', target: 'loadingAccount' },
            { guard: 'hasAccount', target: 'ready' },
            { target: 'accountMissing' },
          ],
        },
        loadingAccount: {
          description: 'Os dados da conta estão sendo buscados.',
          tags: 'busy',
          invoke: {
            id: 'loadAccount',
            src: 'loadAccount',
            input: ({ context }) => ({ tokens: held(context) }),
            onDone: {
              target: 'entering',
              actions: [{ type: 'adoptLoaded', params: fromOutput }, 'notifyAccount'],
            },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'accountOffline' },
              { target: 'accountFailed' },
            ],
          },
        },
        ready: { description: 'A pessoa entrou e a conta é conhecida; ela pode comprar.' },
        accountMissing: {
          description: 'A pessoa entrou, mas ainda não tem cadastro; para comprar, ela o faz.',
        },
        accountOffline: {
          description: 'Sem internet para buscar a conta; a loja tenta quando a conexão voltar.',
          tags: 'offline',
          on: {
            'load.retried': 'loadingAccount',
            'network.restored': {
              target: 'loadingAccount',
              actions: ['goOnline', { type: 'notifyToken', params: fromEvent }],
            },
          },
        },
        accountFailed: {
          description: 'O servidor não entregou a conta; a pessoa pode tentar de novo.',
          tags: 'failed',
          on: { 'load.retried': 'loadingAccount' },
        },
      },
    },
    signingOut: {
      description: 'A pessoa saiu: aqui já é visitante, e o servidor é avisado.',
      tags: 'busy',
      entry: [
        'forget',
        { type: 'notifyClosed', params: { by: 'signout' } },
        { type: 'notifyTabsClosed', params: { by: 'signout' } },
      ],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => ({ tokens: context.leaving }),
        onDone: { target: 'visitor', actions: 'forgetLeaving' },
        onError: { target: 'visitor', actions: 'forgetLeaving' },
      },
    },
  },
});
