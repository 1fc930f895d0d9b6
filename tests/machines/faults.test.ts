import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { failure, isFault, port, retry } from '#machines/port.ts';
import { type FaultName, faultNames } from '#flows/faults/fault-matrix.ts';
import { type Call, faultMatrixOf } from '#tests/support/fault-matrix.ts';
import { faultsFile, faultsText, nameOf, wholeMatrix } from '#tests/tools/charts-faults.ts';
import { goesOnWithout, letsGo } from './declared-faults.ts';

const matrix = await wholeMatrix();
const excused = new Set<string>();

/** Whether a chart has a reason to go on without a call after this failure. */
function goesOnAfter(name: string, fault: FaultName): boolean {
  const [, ...after]: readonly string[] = goesOnWithout[name] ?? [];
  return name in goesOnWithout && (after.length === 0 || after.includes(fault));
}

/** A call's failures that end the chart, ask on without a pause, lead nowhere or lose something, a line each. */
function wrongIn(chart: string, call: Call): string[] {
  const name = nameOf(chart, call);
  return faultNames.flatMap((fault) => {
    const { to, back, lost, wrong } = call.landings[fault];
    const at = `${name}, ${fault}: `;
    if (wrong) return [`${at}${wrong}`];
    const isExcused = back === null && goesOnAfter(name, fault);
    if (isExcused) excused.add(`${name} ${fault}`);
    const unexplained = lost.filter((one) => !letsGo[name]?.includes(one));
    for (const one of lost) excused.add(`${name} ${one}`);
    return [
      ...(back === null && !isExcused ? [`${at}nothing leads back from ${to.join(', ')}`] : []),
      ...unexplained.map((one) => `${at}loses ${one}`),
    ];
  });
}

describe('a call that fails', () => {
  it.each(matrix)('leads on, in %s, and loses nothing', (chart, calls) => {
    expect(calls.flatMap((call) => wrongIn(chart, call))).toEqual([]);
  });
  it('is excused by no reason that nothing needs', () => {
    for (const [chart, calls] of matrix) for (const call of calls) wrongIn(chart, call);
    const reasons = [
      ...Object.keys(goesOnWithout).flatMap((name) =>
        faultNames.filter((fault) => goesOnAfter(name, fault)).map((fault) => `${name} ${fault}`),
      ),
      ...Object.entries(letsGo).flatMap(([name, fields]) => fields.map((field) => `${name} ${field}`)),
    ];
    expect(reasons.filter((reason) => !excused.has(reason))).toEqual([]);
  });
  it('stands in the flow book as it is', () => {
    console.info(
      `${matrix.flatMap(([, calls]) => calls).length} calls of ${matrix.length} charts, ${faultNames.length} failures each`,
    );
    expect(readFileSync(faultsFile, 'utf8'), 'npm run charts writes it').toBe(faultsText(matrix));
  });
});

describe('the judge of failed calls', () => {
  type Event = { type: 'load.retried' } | { type: 'network.restored' } | { type: 'typed'; text: string };
  const probe = setup({
    types: { context: {} as { text: string }, events: {} as Event },
    actors: { ask: port<void>('ask') },
    guards: { isFault },
    delays: { backOff: 1_000 },
    actions: { type: assign({ text: 'words' }), forget: assign({ text: '' }) },
  });
  const chart = (onError: object, more: object = {}): AnyStateMachine =>
    // A probe of its own types is any chart to the judge.
    probe.createMachine({
      id: 'probe',
      context: { text: '' },
      initial: 'typing',
      states: {
        typing: { on: { typed: { target: 'asking', actions: 'type' } } },
        asking: { invoke: { id: 'ask', src: 'ask', onDone: 'shown', onError } },
        shown: {},
        ...more,
      },
    } as never) as unknown as AnyStateMachine;
  const landing = (machine: AnyStateMachine, fault: 'unanswered' | '500') => {
    const [call] = faultMatrixOf(machine, [
      {
        inputs: [undefined],
        events: [{ type: 'typed', text: 'words' }, { type: 'load.retried' }],
        outcomes: { ask: [{ ok: undefined }] },
      },
    ]);
    return call?.landings[fault];
  };
  const unheard = { guard: { type: 'isFault', params: failure }, target: 'unheard' };

  it('finds the way back, and the state that has none', () => {
    const machine = chart([unheard, { target: 'shown' }], { unheard: retry('asking') });
    expect(landing(machine, 'unanswered')).toEqual({
      to: ['unheard'],
      back: [['load.retried'], ['xstate.after.backOff.probe.unheard']],
      lost: [],
    });
    expect(landing(machine, '500')).toEqual({ to: ['shown'], back: null, lost: [] });
  });
  it('finds a call that is repeated without a pause', () => {
    const machine = chart({ target: 'asking', reenter: true });
    expect(landing(machine, '500')?.wrong).toBe('asks again without a pause');
  });
  it('finds what was typed and is forgotten', () => {
    expect(landing(chart({ target: 'typing', actions: 'forget' }), '500')?.lost).toEqual(['text']);
  });
  it('finds a failure that nobody hears', () => {
    expect(landing(chart([unheard], { unheard: retry('asking') }), '500')?.wrong).toBe('ends the chart');
  });
  it('says which call no model comes to', () => {
    const machine = chart({ target: 'typing' });
    const silent = { inputs: [undefined], events: [], outcomes: { ask: [] } };
    expect(() => faultMatrixOf(machine, [silent])).toThrow('probe: no model comes to');
  });
});
