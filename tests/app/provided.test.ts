import { provided } from '#shell/wiring/provided.ts';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, setup, toPromise, waitFor } from 'xstate';

const machine = setup({
  types: {
    input: {} as { name: string },
    context: {} as { name: string; answer: string | null },
    output: {} as string | null,
  },
  actors: { ask: fromPromise<string, string>(() => Promise.reject(new Error('not wired'))) },
}).createMachine({
  id: 'asking',
  context: ({ input }) => ({ ...input, answer: null }),
  initial: 'open',
  states: {
    open: { on: { asked: 'asking' } },
    asking: {
      invoke: {
        src: 'ask',
        input: ({ context }) => context.name,
        onDone: { target: 'told', actions: [] },
        onError: 'failed',
      },
    },
    told: {},
    failed: { type: 'final' },
  },
});
const answering = (seen: string[]) => ({
  ask: fromPromise<string, string>(({ input }) => Promise.resolve(seen.push(input)).then(() => input)),
});
const started = (chart: typeof machine, name: string) => createActor(chart, { input: { name } }).start();

describe('a chart with its ports', () => {
  it('calls the port that it was given, with its own input', async () => {
    const seen: string[] = [];
    const actor = started(provided(machine, answering(seen)), 'a');
    actor.send({ type: 'asked' });
    expect((await waitFor(actor, (snapshot) => snapshot.matches('told'))).context.name).toBe('a');
    expect(seen).toEqual(['a']);
  });
  it('leaves the chart without them, and another one with them, as they were', async () => {
    const [ours, theirs]: [string[], string[]] = [[], []];
    const first = started(provided(machine, answering(ours)), 'first');
    const second = started(provided(machine, answering(theirs)), 'second');
    const bare = started(machine, 'bare');
    for (const actor of [first, second, bare]) actor.send({ type: 'asked' });
    await Promise.all([
      waitFor(first, (snapshot) => snapshot.matches('told')),
      waitFor(second, (snapshot) => snapshot.matches('told')),
      toPromise(bare),
    ]);
    expect([ours, theirs, bare.getSnapshot().value]).toEqual([['first'], ['second'], 'failed']);
  });
  it('goes on from a snapshot that was kept', async () => {
    const seen: string[] = [];
    const chart = provided(machine, answering(seen));
    const kept: unknown = JSON.parse(JSON.stringify(started(chart, 'kept').getPersistedSnapshot()));
    // What this very chart gave a line above.
    const actor = createActor(chart, {
      input: { name: '' },
      snapshot: kept as ReturnType<typeof machine.getPersistedSnapshot>,
    }).start();
    actor.send({ type: 'asked' });
    await waitFor(actor, (snapshot) => snapshot.matches('told'));
    expect(seen).toEqual(['kept']);
  });
});
