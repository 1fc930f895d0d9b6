import { assign, sendTo, setup, stateIn } from 'xstate';
import type { Campaign } from '#contract/campaign.ts';
import { CAMPAIGNS_EVERY } from '#domain/constants.ts';
import { DEFAULT_LOCATION, type Point } from '#domain/place/point.ts';
import {
  type CampaignsContext,
  type CampaignsLoaded,
  type Who,
  withStatuses,
  topIds,
} from './campaign-statuses.ts';
import { toParent } from '#machines/notify.ts';
import { page } from '#machines/page.ts';
import {
  type Failure,
  LONGEST_POLL_GAP,
  backOffAfter,
  capped,
  failure,
  isFault,
  isRefusedAs,
  jittered,
  port,
  retryOnReturn,
  fromEvent,
  fromOutput,
} from '#machines/port.ts';

export type CampaignsEvent =
  | { type: 'who.changed'; who: Who }
  | { type: 'location.changed'; point: Point }
  | { type: 'campaign.selected'; id: string }
  | { type: 'campaign.accessed'; id: string }
  | { type: 'campaign.met'; campaign: Campaign }
  | { type: 'campaign.changed' }
  | { type: 'session.closed' }
  | { type: 'load.retried' }
  | { type: 'page.hidden' }
  | { type: 'page.shown'; now: number }
  | { type: 'restored'; now: number }
  | { type: 'network.restored' };

/** What it tells the app: the server does not know the lead for whom campaigns were requested. */
export type CampaignsNotification = { type: 'lead.lost' };

const waitOf = ({ jitter, failures }: CampaignsContext): number =>
  Math.min(LONGEST_POLL_GAP, jittered(CAMPAIGNS_EVERY, jitter) * 2 ** failures);
// setTimeout fires at once for delays above 2^31−1 ms (24.8 days), so a campaign five weeks away would open
// now. Capped; the timer leads back to a look at the clock.
const flipIn = ({ dueAt, now }: CampaignsContext): number => capped((dueAt ?? Infinity) - now);

/**
 * The campaigns offered to this person at this place, each with its status. Refetched every 60 s while the
 * page is seen, and at once when the person or the place changes (§4, §9);
 * statuses flip by themselves when time passes. A closed store asks nothing for visitors. The top five have
 * their details preloaded (§4). Times in epoch ms by the server's clock.
 * The app says for whom they are requested (`whoOf`) and is told `lead.lost` when that lead is unknown.
 */
export const campaignsMachine = setup({
  types: {
    input: {} as {
      seed?: CampaignsLoaded | undefined;
      now: number;
      jitter?: number;
      point?: Point;
      closed?: boolean;
    },
    context: {} as CampaignsContext,
    events: {} as CampaignsEvent,
    tags: {} as 'busy' | 'offline' | 'failed' | 'refreshing',
  },
  actors: {
    loadCampaigns: port<CampaignsLoaded, { who: Who; point: Point }>('loadCampaigns'),
    preloadTop: port<void, { campaigns: string[] }>('preloadTop'),
  },
  guards: {
    isKnown: ({ context }) => context.isKnown,
    isShut: ({ context }) => context.isClosed && context.who.kind !== 'client',
    isHidden: stateIn({ page: 'hidden' }),
    hasFailed: ({ context }) => context.failures > 0,
    isWarm: ({ context }) => topIds(context).every((id) => context.warmed.includes(id)),
    isFault,
    isLeadGone: ({ context }, { error }: Failure) =>
      context.who.kind === 'lead' && isRefusedAs('NOT_FOUND')(null, { error }),
  },
  delays: {
    untilNext: ({ context }) => waitOf(context),
    untilFlip: ({ context }) => flipIn(context),
    backOff: ({ context }) => backOffAfter(context.failures, CAMPAIGNS_EVERY),
  },
  actions: {
    keep: assign(({ context }, { campaigns, now }: CampaignsLoaded) =>
      withStatuses({ ...context, campaigns, now, isKnown: true, failures: 0 }),
    ),
    meet: assign(({ context }, { campaign }: { campaign: Campaign }) =>
      withStatuses({ ...context, met: [...context.met.filter(({ id }) => id !== campaign.id), campaign] }),
    ),
    access: assign(({ context }, { id }: { id: string }) =>
      withStatuses({ ...context, accessed: [...new Set([...context.accessed, id])] }),
    ),
    select: assign(({ context }, { id }: { id: string }) => withStatuses({ ...context, selectedId: id })),
    // Facts about orders are somebody's: they go with that person.
    become: assign((_, { who }: { who: Who }) => ({ who, warmed: [], met: [] })),
    forget: assign(({ context }) =>
      withStatuses({
        ...context,
        who: { kind: 'visitor' },
        campaigns: [],
        met: [],
        accessed: [],
        warmed: [],
        selectedId: null,
        isKnown: false,
      }),
    ),
    move: assign((_, { point }: { point: Point }) => ({ point })),
    warm: assign({ warmed: ({ context }) => topIds(context) }),
    waited: assign(({ context }) => withStatuses({ ...context, now: context.now + waitOf(context) })),
    flip: assign(({ context }) => withStatuses({ ...context, now: context.now + flipIn(context) })),
    look: assign(({ context }, { now }: { now: number }) =>
      withStatuses({ ...context, now: Math.max(now, context.now) }),
    ),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    notifyLeadLost: sendTo(toParent<CampaignsNotification>, { type: 'lead.lost' }),
  },
}).createMachine({
  id: 'campaigns',
  description: 'As campanhas oferecidas a esta pessoa neste lugar, cada uma com a sua situação.',
  type: 'parallel',
  context: ({ input }) =>
    withStatuses({
      campaigns: input.seed?.campaigns ?? [],
      met: [],
      statuses: [],
      accessed: [],
      selectedId: null,
      who: { kind: 'visitor' },
      point: input.point ?? DEFAULT_LOCATION,
      now: input.seed?.now ?? input.now,
      dueAt: null,
      warmed: [],
      isKnown: input.seed !== undefined,
      isClosed: input.closed ?? false,
      jitter: input.jitter ?? 0,
      failures: 0,
    }),
  states: {
    page,
    list: {
      description: 'A lista das campanhas, com a situação de cada uma.',
      initial: 'starting',
      on: {
        'campaign.met': { actions: { type: 'meet', params: fromEvent } },
        'campaign.accessed': { actions: { type: 'access', params: fromEvent } },
        'campaign.selected': { actions: { type: 'select', params: fromEvent } },
        'page.shown': { actions: { type: 'look', params: fromEvent } },
        'who.changed': { target: '.loading', actions: { type: 'become', params: fromEvent } },
        'location.changed': { target: '.loading', actions: { type: 'move', params: fromEvent } },
        'session.closed': { target: '.loading', actions: 'forget' },
      },
      states: {
        starting: {
          description: 'As campanhas que vieram com a página são aproveitadas; se não há, são buscadas.',
          always: [{ guard: 'isKnown', target: 'ready' }, { target: 'loading' }],
        },
        /** What a company's store sells is asked for by its people only (SEC-16). */
        shut: {
          description:
            'A loja é de uma empresa e ninguém entrou: nenhuma campanha é pedida até alguém entrar.',
        },
        loading: {
          description: 'As campanhas são buscadas pela primeira vez para esta pessoa e este lugar.',
          tags: 'busy',
          always: { guard: 'isShut', target: 'shut' },
          invoke: {
            id: 'loadCampaigns',
            src: 'loadCampaigns',
            input: ({ context }) => ({ who: context.who, point: context.point }),
            onDone: { target: 'ready', actions: { type: 'keep', params: fromOutput } },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
              {
                guard: { type: 'isLeadGone', params: failure },
                target: 'failed',
                actions: ['countFailure', 'notifyLeadLost'],
              },
              { target: 'failed', actions: 'countFailure' },
            ],
          },
        },
        ready: {
          description: 'As campanhas estão à vista; daqui em diante só são renovadas.',
          initial: 'warming',
          always: { guard: 'isShut', target: 'shut', actions: 'forget' },
          on: {
            'who.changed': {
              target: '.refreshing',
              actions: { type: 'become', params: fromEvent },
            },
            'location.changed': {
              target: '.refreshing',
              actions: { type: 'move', params: fromEvent },
            },
            'campaign.changed': '.refreshing',
            'load.retried': '.refreshing',
            restored: {
              target: '.refreshing',
              actions: { type: 'look', params: fromEvent },
            },
          },
          states: {
            warming: {
              description: 'Os detalhes das cinco primeiras são adiantados, para abrirem sem espera.',
              always: { guard: 'isWarm', target: 'resting' },
              // A preload that fails costs a wait later, nothing now.
              invoke: {
                id: 'preloadTop',
                src: 'preloadTop',
                input: ({ context }) => ({ campaigns: topIds(context) }),
                onDone: { target: 'resting', actions: 'warm' },
                onError: { target: 'resting', actions: 'warm' },
              },
            },
            resting: {
              description: 'Nada a fazer até a próxima renovação ou até uma campanha abrir ou terminar.',
              always: { guard: 'isHidden', target: 'paused' },
              after: {
                untilNext: { target: 'refreshing', actions: 'waited' },
                untilFlip: { target: 'resting', reenter: true, actions: 'flip' },
              },
              on: { 'network.restored': { guard: 'hasFailed', target: 'refreshing' } },
            },
            refreshing: {
              description: 'As campanhas são buscadas de novo; as de antes ficam à vista enquanto isso.',
              tags: 'refreshing',
              invoke: {
                id: 'refreshCampaigns',
                src: 'loadCampaigns',
                input: ({ context }) => ({ who: context.who, point: context.point }),
                onDone: { target: 'warming', actions: { type: 'keep', params: fromOutput } },
                onError: [
                  {
                    guard: { type: 'isLeadGone', params: failure },
                    target: 'resting',
                    actions: ['countFailure', 'notifyLeadLost'],
                  },
                  { target: 'resting', actions: 'countFailure' },
                ],
              },
            },
            paused: {
              description: 'A página está escondida e nada é buscado; ao voltar, tudo se renova.',
              on: {
                'page.shown': {
                  target: 'refreshing',
                  actions: { type: 'look', params: fromEvent },
                },
              },
            },
          },
        },
        offline: {
          description: 'Sem internet para buscar as campanhas; a loja tenta de novo sozinha.',
          tags: 'offline',
          ...retryOnReturn('loading'),
        },
        failed: {
          description: 'O servidor não entregou as campanhas; a loja tenta de novo dali a pouco.',
          tags: 'failed',
          after: { backOff: 'loading' },
          on: { 'load.retried': 'loading', restored: 'loading' },
        },
      },
    },
  },
});
