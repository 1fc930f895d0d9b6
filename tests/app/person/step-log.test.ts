import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { assign, createActor, fromPromise, sendTo, setup } from 'xstate';
import { StepLog } from '#client/help/step-log.ts';
import { MOST_TICKET_STEPS, OLDEST_STEP, TicketLog } from '#contract/ticket.ts';

type Told = { type: string } & Record<string, unknown>;
const inner = setup({ types: { events: {} as Told } }).createMachine({
  id: 'inner',
  initial: 'open',
  context: ({ input }) => ({ input }),
  states: { open: { on: { '*': 'filled' } }, filled: { on: { '*': 'open' } } },
});
const outer = setup({
  types: { events: {} as Told, context: {} as { kept: unknown } },
  actors: { inner, ask: fromPromise(async ({ input }) => input) },
}).createMachine({
  id: 'outer',
  type: 'parallel',
  context: { kept: null },
  invoke: { id: 'inner', src: 'inner', input: ({ context }) => context },
  states: {
    page: {
      initial: 'shown',
      states: { shown: { on: { turned: 'away' } }, away: { on: { turned: 'shown' } } },
    },
    form: {
      on: {
        '*': { actions: [assign({ kept: ({ event }) => event }), sendTo('inner', ({ event }) => event)] },
      },
    },
  },
});
const noStore = { get: (): unknown => undefined, set: () => undefined };
function begun(options: Partial<ConstructorParameters<typeof StepLog>[1]> = {}) {
  const root = createActor(outer);
  root.start();
  const log = new StepLog(root, { store: noStore, now: () => 1_000, ...options });
  return { root, log };
}
/** What a person may have typed, and what may be of them. */
const value = fc.oneof(
  fc.string({ minLength: 8, maxLength: 40 }),
  fc.emailAddress(),
  fc.uuid(),
  fc.stringMatching(/^\+55\d{11}$/),
  fc.stringMatching(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/),
);
const payload = fc.dictionary(
  fc.stringMatching(/^[a-z]{3,8}$/),
  fc.oneof(value, fc.array(value), fc.record({ value })),
);
const textsIn = (given: unknown): string[] =>
  typeof given === 'string'
    ? [given]
    : typeof given === 'object' && given
      ? Object.values(given).flatMap(textsIn)
      : [];

describe('the log of steps', () => {
  it('has nothing of what an event carries, whatever it is, and the server takes what it has', () => {
    fc.assert(
      fc.property(fc.array(payload, { minLength: 1, maxLength: 20 }), fc.option(value), (payloads, trace) => {
        const { root, log } = begun();
        for (const one of payloads) root.send({ ...one, type: 'address.changed' });
        const sent = log.read(trace);
        expect(v.safeParse(TicketLog, sent).success).toBe(true);
        const text = JSON.stringify(sent);
        for (const typed of [...textsIn(payloads), ...(trace === null ? [] : [trace])])
          expect(text).not.toContain(typed);
        expect(sent.steps.filter(({ event }) => event === 'address.changed')).toHaveLength(
          payloads.length * 2,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('has no name that could say something: of an event that is called so, or of what a document of before kept', () => {
    const typed = ['52998224725', 'marina@exemplo.com', 'Rua Harmonia, 1', `a${'b'.repeat(50)}`];
    const kept = typed.map((name, at) => ({
      at: 900,
      // As after hours of a page that asks every three seconds.
      actor: 20_000 * at,
      chart: name,
      event: name,
      from: [name],
      to: name,
      name,
    }));
    const { root, log } = begun({ store: { ...noStore, get: () => [...kept, null, 'a'] } });
    for (const type of typed) root.send({ type });
    const sent = log.read('marina99');
    expect(v.is(TicketLog, sent)).toBe(true);
    for (const name of typed) expect(JSON.stringify(sent)).not.toContain(name);
    expect(sent).not.toHaveProperty('trace');
    expect(sent.steps.filter(({ event }) => event === 'unnamed').length).toBeGreaterThan(typed.length);
  });

  it('says where each step came from and led to, with what runs, in numbers of its own', () => {
    let now = 1_000;
    const { root, log } = begun({ now: () => now });
    root.send({ type: 'turned' });
    now = 4_000;
    expect(log.read('0a1b2c3d')).toEqual({
      trace: '0a1b2c3d',
      steps: [
        {
          ago: 3_000,
          actor: 0,
          chart: 'outer',
          event: 'turned',
          from: ['page.shown', 'form'],
          to: ['page.away', 'form'],
        },
        { ago: 3_000, actor: 1, chart: 'inner', event: 'turned', from: ['open'], to: ['filled'] },
      ].toSorted((a, b) => b.actor - a.actor),
      running: [
        { actor: 0, chart: 'outer', active: ['page.away', 'form'] },
        { actor: 1, chart: 'inner', active: ['filled'] },
      ],
    });
  });

  it('goes on in the next document of the tab, and neither grows nor keeps what is old or of who left', () => {
    let kept: unknown;
    const store = { get: () => kept, set: (_: string, what: unknown) => void (kept = what) };
    let now = OLDEST_STEP;
    const first = begun({ store, now: () => now });
    first.root.send({ type: 'turned' });
    first.log.keep();
    const second = begun({ store, now: () => now });
    second.root.send({ type: 'turned' });
    const { steps, running } = second.log.read(null);
    const actors = steps.map(({ actor }) => actor);
    expect([steps.length, new Set(actors).size]).toEqual([4, 4]);
    expect(running.map(({ actor }) => actor)).toEqual(actors.slice(2).toSorted((a, b) => a - b));
    now = 3 * OLDEST_STEP;
    expect(second.log.read(null).steps).toEqual([]);
    for (let n = 0; n < 3 * MOST_TICKET_STEPS; n++) second.root.send({ type: 'turned' });
    expect(second.log.read(null).steps).toHaveLength(MOST_TICKET_STEPS);
    second.log.forget();
    expect(second.log.read(null).steps).toEqual([]);
    second.log.keep();
    expect(kept).toEqual([]);
  });
});
