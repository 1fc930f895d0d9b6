import type { AnyActorRef } from 'xstate';
import { MOST_TICKET_STEPS, OLDEST_STEP, TICKET_NAME, type TicketLog } from '#contract/ticket.ts';
import { createStore } from '#client/store.ts';
import { type HeardStep, hearSteps, runningFrom } from './chart-steps.ts';

/** A step as this tab keeps it: names alone. */
interface KeptStep {
  /** ms since 1970 */
  at: number;
  actor: number;
  chart: string;
  event: string;
  from: string[];
  to: string[];
}
/** What says nothing of a chart: a name with a digit, a sign or too many letters in it. */
const UNNAMED = 'unnamed';
const named = (name: unknown): string =>
  typeof name === 'string' && TICKET_NAME.test(name) ? name : UNNAMED;
const allNamed = (names: unknown): string[] => (Array.isArray(names) ? names.slice(0, 16).map(named) : []);
const whole = (given: unknown): number => (Number.isSafeInteger(given) ? Number(given) : 0);

/** What a document of before kept, whoever wrote it: whatever it holds, only names and two numbers come out. */
const stepsIn = (kept: unknown): KeptStep[] =>
  (Array.isArray(kept) ? kept : []).slice(-MOST_TICKET_STEPS).flatMap((one: Partial<KeptStep> | null) =>
    one
      ? [
          {
            at: whole(one.at),
            actor: whole(one.actor),
            chart: named(one.chart),
            event: named(one.event),
            from: allNamed(one.from),
            to: allNamed(one.to),
          },
        ]
      : [],
  );

interface Options {
  /** of this tab, under the tenant’s name; a sign-out wipes it */
  store: Pick<ReturnType<typeof createStore>, 'get' | 'set'>;
  now: () => number;
}

/**
 * The last steps of a page's charts. Nothing of an event but its name is taken, and that when it happens: no payload is
 * held, so none can be sent.
 */
export class StepLog {
  private readonly root: AnyActorRef;
  private readonly options: Options;
  private steps: KeptStep[];
  /** of the first actor of this document: each document counts anew */
  private readonly first: number;

  constructor(root: AnyActorRef, options: Options) {
    this.root = root;
    this.options = options;
    this.steps = stepsIn(options.store.get('steps'));
    this.first = 1 + this.steps.reduce((most, { actor }) => Math.max(most, actor), -1);
    hearSteps(root, (step) => this.note(step));
  }
  private numberOf(id: string): number {
    return this.first + whole(Number(id.slice(id.indexOf(':') + 1)));
  }
  private note({ id, chart, event, from, to }: HeardStep): void {
    // That a chart inside went on is its own step; of its holder it is one where that one moves.
    if (event.type.startsWith('xstate.snapshot.') && from.join() === to.join()) return;
    const at = this.options.now();
    this.steps.push({ at, actor: this.numberOf(id), chart, event: event.type, from, to });
    if (this.steps.length >= 2 * MOST_TICKET_STEPS) this.steps = this.steps.slice(-MOST_TICKET_STEPS);
  }
  /** For the next document of this tab. */
  keep(): void {
    this.options.store.set('steps', this.steps.slice(-MOST_TICKET_STEPS));
  }
  forget(): void {
    this.steps = [];
  }
  /** What a ticket has. @param trace the code of the last problem */
  read(trace: string | null): TicketLog {
    const now = this.options.now();
    const steps = stepsIn(this.steps).map(({ at, ...step }) => ({ ago: Math.max(0, now - at), ...step }));
    // A page that stays open has started thousands: numbered are those in sight.
    const running = runningFrom(this.root).map(({ id, chart, active }) => ({
      actor: this.numberOf(id),
      chart: named(chart),
      active: allNamed(active),
    }));
    const seen = [...new Set([...steps, ...running].map(({ actor }) => actor))].sort((a, b) => a - b);
    const counted = <One extends { actor: number }>(one: One): One => ({
      ...one,
      actor: seen.indexOf(one.actor),
    });
    return {
      ...(trace !== null && /^[0-9a-f]{8}$/.test(trace) ? { trace } : {}),
      steps: steps.filter(({ ago }) => ago <= OLDEST_STEP).map(counted),
      running: running.map(counted),
    };
  }
}

const logs = new WeakMap<AnyActorRef, StepLog>();
/** The log of a page's charts, begun by whoever asks first. @param client the tenant's client name */
export function stepLogOf(root: AnyActorRef, client: string): StepLog {
  const known = logs.get(root);
  if (known) return known;
  const store = createStore(() => globalThis.sessionStorage, `vitrine:${client}:`);
  const log = new StepLog(root, { store, now: () => Date.now() });
  logs.set(root, log);
  addEventListener('pagehide', () => log.keep());
  const { session } = (root.getSnapshot() as { children: Record<string, AnyActorRef | undefined> }).children;
  session?.on('session.closed', ({ by }: { by?: unknown }) => {
    // The same who leave nothing else behind: not those whose session the server ended.
    if (by !== 'restore' && by !== 'lost') log.forget();
  });
  return log;
}
