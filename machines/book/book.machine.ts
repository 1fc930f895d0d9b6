import { assign, setup } from 'xstate';
import type { FunnelDays } from '#contract/ops/funnel.ts';
import { fromEvent, fromOutput, port } from '#machines/port.ts';
import type { Laid } from './laid.ts';

/**
 * What is no chart: the simulator of a campaign's status, what changed since another revision, walked paths, a ticket,
 * calls that fail, all notes, and the texts of the shop.
 */
export const bookPages = ['campaign', 'changes', 'paths', 'ticket', 'faults', 'notes', 'copy'] as const;
export type BookPage = (typeof bookPages)[number];
/**
 * Which paths, or which calls that fail, are looked at; '' for any.
 * @param event a part of what happens on paths, in words; the name of a failure
 */
export interface PathsPlace {
  chart: string;
  state: string;
  event: string;
}
/** What is looked at: the map of all screens, a page, or a chart with one of its states, '' for none. */
export type BookPlace =
  | {
      chart: null;
      page?: BookPage;
      paths?: PathsPlace;
      /** the code of the ticket that is looked at, '' for none */
      code?: string;
      /** the chart that was asked for, where there is none of that name */
      missing?: string;
    }
  | { chart: string; state: string; funnel?: FunnelDays };
/** The chart whose transitions are counted. */
export const COUNTED = 'checkout';
export interface LayoutQuestion {
  chart: string;
  state: string;
  isUnfolded: boolean;
  /** each state has room for what was counted of it */
  isCounted: boolean;
}
export interface BookContext {
  chart: string | null;
  /** the name of a chart that was asked for and is not there */
  missing: string | null;
  /** the page at which the book was opened */
  openedAt: BookPage | null;
  state: string;
  /** the paths, or the failures, that are looked at while they are */
  paths: PathsPlace;
  /** of the ticket that is looked at while it is; '' for none */
  code: string;
  /** also what leads from everywhere to everywhere, at the state in sight */
  isUnfolded: boolean;
  /** over how many days what was counted of the chart is looked at; null: it is not */
  funnel: FunnelDays | null;
  /** the drawing of the chart; the former one while another is made of the same chart */
  laid: Laid | null;
}
export type BookEvent =
  | { type: 'map.requested'; missing?: string }
  | { type: 'campaign.requested' }
  | { type: 'changes.requested' }
  | { type: 'paths.requested'; paths?: PathsPlace }
  | { type: 'ticket.requested'; code?: string }
  | { type: 'faults.requested'; paths?: PathsPlace }
  | { type: 'notes.requested' }
  | { type: 'copy.requested' }
  | { type: 'chart.requested'; chart: string; state: string; funnel?: FunnelDays }
  | { type: 'state.selected'; state: string }
  | { type: 'folds.toggled' }
  | { type: 'funnel.requested'; days: FunnelDays | null }
  | { type: 'layout.retried' };

type Requested = Extract<BookEvent, { type: 'chart.requested' }>;
type FunnelRequested = Extract<BookEvent, { type: 'funnel.requested' }>;
type Selected = Extract<BookEvent, { type: 'state.selected' }>;

/** No other chart is counted. */
const funnelOf = (chart: string, days: FunnelDays | undefined): FunnelDays | null =>
  chart === COUNTED ? (days ?? null) : null;
const anyPaths: PathsPlace = { chart: '', state: '', event: '' };

/** The flow book: a map of the screens, and one chart at a time, drawn from the charts themselves. */
export const bookMachine = setup({
  types: {
    input: {} as BookPlace,
    context: {} as BookContext,
    events: {} as BookEvent,
    tags: {} as 'map' | BookPage | 'busy' | 'failed',
  },
  actors: { layOut: port<Laid, LayoutQuestion>('layOut') },
  guards: {
    hasChart: ({ context }) => context.chart !== null,
    isCounted: ({ context }) => context.chart === COUNTED,
    isOpenedAt: ({ context }, { page }: { page: BookPage }) => context.openedAt === page,
    isOther: ({ context }, { chart }: Requested) => chart !== context.chart,
  },
  actions: {
    open: assign((_, { chart, state, funnel }: Requested) => ({
      chart,
      state,
      funnel: funnelOf(chart, funnel),
      code: '',
      laid: null,
      missing: null,
    })),
    select: assign((_, { state }: Selected | Requested) => ({ state })),
    toggleFolds: assign(({ context }) => ({ isUnfolded: !context.isUnfolded })),
    count: assign((_, { days }: FunnelRequested) => ({ funnel: days })),
    close: assign((_, { missing, paths, code }: { missing?: string; paths?: PathsPlace; code?: string }) => ({
      chart: null,
      state: '',
      paths: paths ?? anyPaths,
      funnel: null,
      code: code ?? '',
      laid: null,
      missing: missing ?? null,
    })),
    keep: assign((_, laid: Laid) => ({ laid })),
  },
}).createMachine({
  id: 'book',
  description: 'O livro de fluxos: mapa das telas, páginas do livro, e um gráfico por vez.',
  context: ({ input }) => ({
    chart: input.chart,
    missing: input.chart === null ? (input.missing ?? null) : null,
    openedAt: input.chart === null ? (input.page ?? null) : null,
    state: input.chart === null ? '' : input.state,
    paths: (input.chart === null ? input.paths : undefined) ?? anyPaths,
    code: (input.chart === null ? input.code : undefined) ?? '',
    isUnfolded: false,
    funnel: input.chart === null ? null : funnelOf(input.chart, input.funnel),
    laid: null,
  }),
  initial: 'opening',
  on: {
    'map.requested': { target: '.map', actions: { type: 'close', params: fromEvent } },
    'campaign.requested': { target: '.campaign', actions: { type: 'close', params: {} } },
    'changes.requested': { target: '.changes', actions: { type: 'close', params: {} } },
    'paths.requested': { target: '.paths', actions: { type: 'close', params: fromEvent } },
    'ticket.requested': { target: '.ticket', actions: { type: 'close', params: fromEvent } },
    'faults.requested': { target: '.faults', actions: { type: 'close', params: fromEvent } },
    'notes.requested': { target: '.notes', actions: { type: 'close', params: {} } },
    'copy.requested': { target: '.copy', actions: { type: 'close', params: {} } },
    'chart.requested': [
      {
        guard: { type: 'isOther', params: fromEvent },
        target: '.layingOut',
        actions: { type: 'open', params: fromEvent },
      },
      { target: '.layingOut', actions: { type: 'select', params: fromEvent } },
    ],
    'state.selected': {
      guard: 'hasChart',
      target: '.layingOut',
      actions: { type: 'select', params: fromEvent },
    },
    'folds.toggled': { guard: 'hasChart', target: '.layingOut', actions: 'toggleFolds' },
    'funnel.requested': {
      guard: 'isCounted',
      target: '.layingOut',
      actions: { type: 'count', params: fromEvent },
    },
  },
  states: {
    opening: {
      description: 'O livro abre no que o endereço pede: o mapa, uma de suas páginas ou um gráfico.',
      always: [
        { guard: 'hasChart', target: 'layingOut' },
        { guard: { type: 'isOpenedAt', params: { page: 'campaign' } }, target: 'campaign' },
        { guard: { type: 'isOpenedAt', params: { page: 'changes' } }, target: 'changes' },
        { guard: { type: 'isOpenedAt', params: { page: 'paths' } }, target: 'paths' },
        { guard: { type: 'isOpenedAt', params: { page: 'ticket' } }, target: 'ticket' },
        { guard: { type: 'isOpenedAt', params: { page: 'faults' } }, target: 'faults' },
        { guard: { type: 'isOpenedAt', params: { page: 'notes' } }, target: 'notes' },
        { guard: { type: 'isOpenedAt', params: { page: 'copy' } }, target: 'copy' },
        { target: 'map' },
      ],
    },
    campaign: {
      description:
        'O simulador de campanha: relógio, lugar, pedidos, convites e chaves dão o status e os motivos.',
      tags: 'campaign',
    },
    changes: {
      description: 'O que mudou nos gráficos desde outra revisão, dito em frases: novo, fora e diferente.',
      tags: 'changes',
    },
    paths: {
      description: 'Os caminhos gerados de um gráfico, quadro a quadro, e o que nenhum deles alcança.',
      tags: 'paths',
    },
    ticket: {
      description:
        'Um chamado: o que o app de quem pediu ajuda fez, e o caminho ao mesmo estado com dados inventados.',
      tags: 'ticket',
    },
    faults: {
      description: 'O que acontece quando uma chamada falha: aonde cada falha leva, e o que traz de volta.',
      tags: 'faults',
    },
    notes: {
      description: 'Todas as anotações do livro, cada uma com o caminho ao estado ou à seta de que fala.',
      tags: 'notes',
    },
    copy: {
      description: 'A mesa de textos: o que a loja diz, onde, com que limite, em tabela que vai e volta.',
      tags: 'copy',
    },
    map: {
      description: 'Todas as telas da loja em uma folha; escolher uma abre o gráfico que a tem.',
      tags: 'map',
    },
    layingOut: {
      description: 'O desenho do gráfico está sendo feito; o de antes fica na tela até lá.',
      tags: 'busy',
      invoke: {
        id: 'layOut',
        src: 'layOut',
        input: ({ context: { chart, state, isUnfolded, funnel } }) => ({
          chart: chart ?? '',
          state,
          isUnfolded,
          isCounted: funnel !== null,
        }),
        onDone: { target: 'laidOut', actions: { type: 'keep', params: fromOutput } },
        onError: 'failed',
      },
    },
    laidOut: {
      description: 'O gráfico está na tela; escolher um estado mostra o que ele diz e faz.',
    },
    failed: {
      description: 'O desenho não ficou pronto; a lista dos estados diz o mesmo, e dá para tentar de novo.',
      tags: 'failed',
      on: { 'layout.retried': 'layingOut' },
    },
  },
});
