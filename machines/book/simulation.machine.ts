import { assign, setup } from 'xstate';
import { fromEvent, fromOutput, port } from '#machines/port.ts';
import type { ChartSamples, OpenedRun, Run, RunQuestion, RunStep } from './run.ts';

export interface SimulationContext {
  chart: string | null;
  /** the run as a link has it; null for a new one */
  text: string | null;
  run: Run;
  samples: ChartSamples;
  /** where a run that was handed on ended when it was; null for a new one, and once it is changed */
  end: readonly string[] | null;
}
export type SimulationEvent =
  | { type: 'simulation.started'; chart: string }
  | { type: 'link.followed'; chart: string; text: string }
  | { type: 'step.taken'; step: RunStep }
  | { type: 'step.undone' }
  | { type: 'steps.dropped'; from: number }
  | { type: 'run.restarted'; input: unknown }
  | { type: 'opening.retried' }
  | { type: 'simulation.ended' };

type Of<T extends SimulationEvent['type']> = Extract<SimulationEvent, { type: T }>;

/** As many steps as a run may have. */
export const MOST_RUN_STEPS = 200;

const nothing: Omit<SimulationContext, 'chart' | 'text'> = {
  run: { input: undefined, steps: [] },
  samples: { events: {}, outputs: {} },
  end: null,
};

/** A chart that is clicked through in the flow book. What it does follows from its run (`play.ts` of the book). */
export const simulationMachine = setup({
  types: {
    context: {} as SimulationContext,
    events: {} as SimulationEvent,
    tags: {} as 'busy' | 'failed' | 'on',
  },
  actors: { openRun: port<OpenedRun, RunQuestion>('openRun') },
  guards: {
    hasRoom: ({ context }) => context.run.steps.length < MOST_RUN_STEPS,
    hasSteps: ({ context }) => context.run.steps.length > 0,
  },
  actions: {
    ask: assign((_, { chart }: Of<'simulation.started'>) => ({ ...nothing, chart, text: null })),
    follow: assign((_, { chart, text }: Of<'link.followed'>) => ({ ...nothing, chart, text })),
    begin: assign((_, opened: OpenedRun) => opened),
    take: assign(({ context: { run } }, { step }: Of<'step.taken'>) => ({
      run: { ...run, steps: [...run.steps, step] },
      end: null,
    })),
    undo: assign(({ context: { run } }) => ({ run: { ...run, steps: run.steps.slice(0, -1) }, end: null })),
    drop: assign(({ context: { run } }, { from }: Of<'steps.dropped'>) => ({
      run: { ...run, steps: run.steps.slice(0, from) },
      end: null,
    })),
    restart: assign((_, { input }: Of<'run.restarted'>) => ({ run: { input, steps: [] }, end: null })),
    end: assign({ ...nothing, chart: null, text: null }),
  },
}).createMachine({
  id: 'simulation',
  description: 'Um gráfico percorrido passo a passo no livro, sem loja e sem servidor.',
  context: { ...nothing, chart: null, text: null },
  initial: 'off',
  on: {
    'simulation.started': { target: '.opening', actions: { type: 'ask', params: fromEvent } },
    'link.followed': { target: '.opening', actions: { type: 'follow', params: fromEvent } },
  },
  states: {
    off: { description: 'Nenhum gráfico está em simulação.' },
    opening: {
      description: 'Os dados de exemplo do gráfico, e os passos de um link, estão sendo lidos.',
      tags: 'busy',
      invoke: {
        id: 'openRun',
        src: 'openRun',
        input: ({ context: { chart, text } }) => ({ chart: chart ?? '', text }),
        onDone: { target: 'running', actions: { type: 'begin', params: fromOutput } },
        onError: 'failed',
      },
      on: { 'simulation.ended': { target: 'off', actions: 'end' } },
    },
    running: {
      description: 'A pessoa escolhe o que acontece ao gráfico, e vê aonde cada passo leva.',
      tags: 'on',
      on: {
        'step.taken': { guard: 'hasRoom', actions: { type: 'take', params: fromEvent } },
        'step.undone': { guard: 'hasSteps', actions: 'undo' },
        'steps.dropped': { actions: { type: 'drop', params: fromEvent } },
        'run.restarted': { actions: { type: 'restart', params: fromEvent } },
        'simulation.ended': { target: 'off', actions: 'end' },
      },
    },
    failed: {
      description: 'A simulação não abriu: o link não traz uma execução, ou os exemplos não chegaram.',
      tags: 'failed',
      on: {
        'opening.retried': 'opening',
        'simulation.ended': { target: 'off', actions: 'end' },
      },
    },
  },
});
