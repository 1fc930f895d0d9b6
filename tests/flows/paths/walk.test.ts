import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { factsOf } from '#flows/facts.ts';
import { goalsOf } from '#flows/paths/goal.ts';
import type { PathSamples } from '#flows/paths/path-samples.ts';
import { Walk, type Walked } from '#flows/paths/walk.ts';
import { endOf } from '#flows/simulation/play.ts';
import { isFault, isRefusedAs, failure, port } from '#machines/port.ts';
import { allCharts } from '#tests/tools/charts.ts';
import { pathSamplesFile, pathSamplesText } from '#tests/tools/charts-path-samples.ts';

const door = setup({
  types: { context: {} as { knocks: number; key: string }, input: {} as { key: string } },
  actors: { open: port<{ wide: boolean }>('open') },
  guards: {
    isFault,
    isLocked: isRefusedAs('LOCK'),
    isKnocked: ({ context }) => context.knocks > 1,
    isWide: (_, { wide }: { wide: boolean }) => wide,
    isBlessed: () => false,
    isThere: () => true,
  },
  delays: { patience: 60_000 },
  actions: { knock: assign(({ context }) => ({ knocks: context.knocks + 1 })) },
}).createMachine({
  id: 'door',
  context: ({ input }) => ({ knocks: 0, key: input.key.trim() }),
  initial: 'shut',
  states: {
    shut: {
      on: {
        knocked: { actions: 'knock' },
        pushed: 'opening',
        prayed: { guard: 'isBlessed', target: 'heaven' },
      },
      always: { guard: 'isKnocked', target: 'opening' },
    },
    opening: {
      invoke: {
        id: 'open',
        src: 'open',
        input: {},
        onDone: [
          { guard: { type: 'isWide', params: ({ event }) => event.output }, target: 'open' },
          { target: 'ajar' },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'shut' },
          { guard: { type: 'isLocked', params: failure }, target: 'locked' },
          { target: 'broken' },
        ],
      },
      after: { patience: 'shut' },
    },
    open: { type: 'final' },
    ajar: { on: { left: [{ guard: 'isThere', target: 'shut' }, { target: 'broken' }] } },
    locked: { on: { 'key.*': 'shut' } },
    broken: {},
    heaven: { on: { sung: 'open' } },
  },
});
const samples: PathSamples = {
  inputs: [{ key: 'a' }],
  events: [{ type: 'key.turned' }],
  outputs: { open: [{ wide: false }, { wide: true }] },
  faults: {},
};
function walked(machine: AnyStateMachine, ...given: PathSamples[]): Walked {
  const look = new Walk(machine, factsOf({ machine, file: '' }), given).look();
  for (let slice = look.next(); ; slice = look.next()) if (slice.done) return slice.value;
}

describe('the paths of a chart', () => {
  const { paths, coverage, isWhole, tried } = walked(door, samples);
  const words = new Map(
    goalsOf(factsOf({ machine: door, file: '' })).map(({ goal, path, transition: { on, if: guard } }) => [
      goal,
      `${path}: ${on}${guard === undefined ? '' : ` ${goal.endsWith('!') ? 'unless' : 'if'} ${guard}`}`,
    ]),
  );

  it('take every event, answer, failure, delay and condition both ways, and what happens at once', () => {
    const seen = [...coverage.seen].flatMap((goal) => words.get(goal) ?? []);
    expect(seen.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'ajar: left if isThere',
      'locked: key.*',
      'opening: depois de patience',
      'opening: open falhou',
      'opening: open falhou if isFault',
      'opening: open falhou if isLocked',
      'opening: open falhou unless isFault',
      'opening: open falhou unless isLocked',
      'opening: open respondeu',
      'opening: open respondeu if isWide',
      'opening: open respondeu unless isWide',
      'shut: knocked',
      'shut: prayed unless isBlessed',
      'shut: pushed',
      'shut: sempre que if isKnocked',
      'shut: sempre que unless isKnocked',
    ]);
  });

  it('leave nothing unsaid: what no path shows is named with its reason', () => {
    expect(coverage.missing.map(({ goal, why }) => `${words.get(goal)}: ${why}`)).toEqual([
      'shut: prayed if isBlessed: unmet',
      'ajar: left unless isThere: met',
      'ajar: left: before',
      'heaven: sung: state',
    ]);
    expect(coverage.unreached).toEqual(['heaven']);
    expect([coverage.states, coverage.transitions, coverage.guards]).toEqual([
      { seen: 6, all: 7 },
      { seen: 11, all: 14 },
      { seen: 4, all: 6 },
    ]);
    expect([isWhole, coverage.seen.size + coverage.missing.length]).toEqual([true, words.size]);
  });

  it('are few, each for something that no other shows', () => {
    const seenBy = paths.map(({ steps }) => new Set(steps.flatMap(({ goals }) => goals)));
    expect(paths.length).toBeLessThan(8);
    // Of all refusals there are, those are tried that the chart tells apart.
    expect(tried).toBeLessThan(100);
    for (const [at, own] of seenBy.entries()) {
      const others = new Set(seenBy.flatMap((goals, other) => (other === at ? [] : [...goals])));
      expect([...own].some((goal) => !others.has(goal))).toBe(true);
    }
  });

  it('have no call answer twice', () => {
    const asking = setup({
      actors: { name: port<string>('name') },
      guards: { isLong: (_, name: string) => name.length > 3 },
    }).createMachine({
      id: 'asking',
      invoke: {
        id: 'name',
        src: 'name',
        input: {},
        onDone: [{ guard: { type: 'isLong', params: ({ event }) => event.output } }, {}],
        onError: {},
      },
    });
    const { paths: found, coverage: seen } = walked(asking, {
      inputs: [undefined],
      events: [],
      outputs: { name: ['Ana', 'Maria'] },
      faults: {},
    });
    expect([found.map(({ run }) => run.steps.length), seen.missing]).toEqual([[1, 1, 1], []]);
  });

  it('begin with what each sample has, and go past what lacks data', () => {
    const lacking = { ...samples, inputs: [{}, { key: 'b' }] };
    expect(walked(door, lacking, samples).coverage.missing).toHaveLength(4);
    const none = walked(door, { ...samples, inputs: [{}] });
    expect([none.paths, none.coverage.transitions.seen, none.coverage.missing[0]?.why]).toEqual([
      [],
      0,
      'state',
    ]);
  });

  it('stop looking when nothing new is seen for long, say so, and go on when asked', () => {
    const counter = setup({ guards: { isMany: ({ context }) => context['n'] > 4_100 } }).createMachine({
      id: 'counter',
      context: { n: 0 },
      initial: 'low',
      states: {
        low: {
          on: { more: { actions: assign({ n: ({ context }) => (context['n'] as number) + 1 }) } },
          always: { guard: 'isMany', target: 'high' },
        },
        high: {},
      },
    });
    const walk = new Walk(counter, factsOf({ machine: counter, file: '' }), [
      { inputs: [undefined], events: [], outputs: {}, faults: {} },
    ]);
    const once = () => {
      const look = walk.look();
      for (let slice = look.next(); ; slice = look.next()) if (slice.done) return slice.value;
    };
    const first = once();
    expect([first.isWhole, first.coverage.unreached]).toEqual([false, ['high']]);
    const second = once();
    expect([second.isWhole, second.coverage.unreached, second.tried > first.tried]).toEqual([true, [], true]);
  });
});

describe('the paths of the shipped charts', async () => {
  const text = readFileSync(pathSamplesFile, 'utf8');
  const known = JSON.parse(text) as Record<string, PathSamples[]>; // as the test below says
  const charts = await allCharts();
  const chartOf = (id: string): AnyStateMachine => {
    const chart = charts.find(({ machine }) => machine.id === id);
    if (!chart) throw new Error(`no chart ${id}`);
    return chart.machine;
  };

  it('are looked for with what the models of the charts say', async () => {
    // Not shown where they differ: it is long.
    expect(text === (await pathSamplesText()), 'run "npm run charts"').toBe(true);
  });

  it.each(['pix', 'network', 'wallets', 'opsOrder', 'session', 'book'])(
    'show all of %s, and each is a run that the simulation takes to the same states',
    (id) => {
      const machine = chartOf(id);
      const { paths, coverage } = walked(machine, ...(known[id] ?? []));
      expect([coverage.missing, coverage.unreached]).toEqual([[], []]);
      expect(paths.map(({ run }) => endOf(machine, run))).toEqual(
        paths.map(({ steps }) => steps.at(-1)?.states),
      );
    },
  );
});
