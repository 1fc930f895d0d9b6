import { assign, setup } from 'xstate';
import { fromEvent, fromOutput, port } from '#machines/port.ts';
import type { Laid } from './laid.ts';

/**
 * What is looked at: the map of all screens, the simulator of a campaign's status, or a chart with one of its states,
 * '' for none.
 */
export type BookPlace =
  | {
      chart: null;
      isCampaign?: boolean;
      /** the chart that was asked for, where there is none of that name */
      missing?: string;
    }
  | { chart: string; state: string };
export interface LayoutQuestion {
  chart: string;
  state: string;
  isUnfolded: boolean;
}
export interface BookContext {
  chart: string | null;
  /** the name of a chart that was asked for and is not there */
  missing: string | null;
  /** the book was opened at the simulator of a campaign's status */
  isOpenedAtCampaign: boolean;
  state: string;
  /** also what leads from everywhere to everywhere, at the state in sight */
  isUnfolded: boolean;
  /** the drawing of the chart; the former one while another is made of the same chart */
  laid: Laid | null;
}
export type BookEvent =
  | { type: 'map.requested'; missing?: string }
  | { type: 'campaign.requested' }
  | { type: 'chart.requested'; chart: string; state: string }
  | { type: 'state.selected'; state: string }
  | { type: 'folds.toggled' }
  | { type: 'layout.retried' };

type Requested = Extract<BookEvent, { type: 'chart.requested' }>;
type Selected = Extract<BookEvent, { type: 'state.selected' }>;

/** The flow book: a map of the screens, and one chart at a time, drawn from the charts themselves. */
export const bookMachine = setup({
  types: {
    input: {} as BookPlace,
    context: {} as BookContext,
    events: {} as BookEvent,
    tags: {} as 'map' | 'campaign' | 'busy' | 'failed',
  },
  actors: { layOut: port<Laid, LayoutQuestion>('layOut') },
  guards: {
    hasChart: ({ context }) => context.chart !== null,
    isOpenedAtCampaign: ({ context }) => context.isOpenedAtCampaign,
    isOther: ({ context }, { chart }: Requested) => chart !== context.chart,
  },
  actions: {
    open: assign((_, { chart, state }: Requested) => ({ chart, state, laid: null, missing: null })),
    select: assign((_, { state }: Selected | Requested) => ({ state })),
    toggleFolds: assign(({ context }) => ({ isUnfolded: !context.isUnfolded })),
    close: assign((_, { missing }: { missing?: string }) => ({
      chart: null,
      state: '',
      laid: null,
      missing: missing ?? null,
    })),
    keep: assign((_, laid: Laid) => ({ laid })),
  },
}).createMachine({
  id: 'book',
  description: 'O livro de fluxos: o mapa das telas, o simulador de campanha, e um gráfico de cada vez.',
  context: ({ input }) => ({
    chart: input.chart,
    missing: input.chart === null ? (input.missing ?? null) : null,
    isOpenedAtCampaign: input.chart === null && input.isCampaign === true,
    state: input.chart === null ? '' : input.state,
    isUnfolded: false,
    laid: null,
  }),
  initial: 'opening',
  on: {
    'map.requested': { target: '.map', actions: { type: 'close', params: fromEvent } },
    'campaign.requested': { target: '.campaign', actions: { type: 'close', params: {} } },
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
  },
  states: {
    opening: {
      description: 'O livro abre no que o endereço pede: o mapa, o simulador ou um gráfico.',
      always: [
        { guard: 'hasChart', target: 'layingOut' },
        { guard: 'isOpenedAtCampaign', target: 'campaign' },
        { target: 'map' },
      ],
    },
    campaign: {
      description:
        'O simulador de campanha: relógio, lugar, pedidos, convites e chaves dão o status e os motivos.',
      tags: 'campaign',
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
        input: ({ context: { chart, state, isUnfolded } }) => ({ chart: chart ?? '', state, isUnfolded }),
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
