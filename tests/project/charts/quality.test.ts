import { describe, expect, it } from 'vitest';
import { createMachine, fromPromise } from 'xstate';
import { allCharts } from '../../tools/charts.ts';
import { LIMITS, faultsOfChart, sizeOf } from '../../tools/charts-quality.ts';

const charts = await allCharts();

describe('every chart', () => {
  it.each(charts.map(({ machine }) => [machine.id, machine] as const))(
    'names its parts alike, survives every failure, is reached everywhere, lets nobody wait, and is no larger than it may be: %s',
    (_, machine) => {
      expect(faultsOfChart(machine)).toEqual([]);
    },
  );
  it('has a size', () => {
    const sizes = charts.map(({ machine }) => sizeOf(machine)).sort((a, b) => b.transitions - a.transitions);
    console.table(sizes.slice(0, 12));
    console.log(`${sizes.length} charts; at most ${JSON.stringify(LIMITS)}`);
    expect(sizes.length).toBeGreaterThan(40);
  });
});

describe('the judge of charts', () => {
  const call = fromPromise(() => Promise.resolve(1));
  const chart = (states: object, more: object = {}) =>
    createMachine({ id: 'probe', initial: 'first', states: { first: {}, ...states }, ...more } as never);
  it.each<[string, ReturnType<typeof chart>, RegExp]>([
    [
      'a call without an edge for its failure',
      chart({ first: { invoke: { id: 'ask', src: call, onDone: 'last' } }, last: {} }),
      /first: nothing leads on where ask fails/,
    ],
    ['a state that nothing leads to', chart({ lost: {} }), /lost: nothing leads to it/],
    ['a wait without a way out', chart({ first: { tags: 'offline' } }), /first: somebody waits there/],
    ['an event in capitals', chart({ first: { on: { GO: 'last' } }, last: {} }), /event GO is not named/],
    [
      'a guard that does not ask',
      chart({ first: { on: { 'went.on': { guard: 'online', target: 'last' } } }, last: {} }),
      /guard online/,
    ],
    [
      'a state with a dash',
      chart({ first: { on: { 'went.on': 'the-last' } }, 'the-last': {} }),
      /state the-last/,
    ],
    [
      'too many states',
      chart(Object.fromEntries(Array.from({ length: 91 }, (_, n) => [`s${n}`, {}]))),
      /93 states, more than 90/,
    ],
  ])('finds %s', (_, machine, fault) => {
    expect(faultsOfChart(machine).join('\n')).toMatch(fault);
  });
  it('finds nothing in a chart that waits with a way out, in a region of its own', () => {
    const regions = {
      type: 'parallel',
      initial: undefined,
      states: {
        page: {
          initial: 'shown',
          states: { shown: { on: { 'page.hidden': 'hidden' } }, hidden: { on: { 'page.shown': 'shown' } } },
        },
        list: {
          initial: 'asking',
          states: {
            asking: { tags: 'busy', invoke: { id: 'ask', src: call, onDone: 'shown', onError: 'shown' } },
            shown: {},
          },
        },
      },
    };
    expect(faultsOfChart(createMachine({ id: 'probe', ...regions } as never))).toEqual([]);
  });
});
