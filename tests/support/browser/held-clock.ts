import type { AnyActor } from 'xstate';

interface Timer {
  fire: () => void;
  due: number;
}

/**
 * A clock that stands still until a timer is let go. Timers due earlier stay held, as those of a sleeping
 * page do. Times in ms.
 */
export class HeldClock {
  readonly timers = new Map<number, Timer>();
  #now = 0;
  #next = 1;
  setTimeout(fire: () => void, delay: number): number {
    this.timers.set(this.#next, { fire, due: this.#now + delay });
    return this.#next++;
  }
  clearTimeout(id: number): void {
    this.timers.delete(id);
  }
  now(): number {
    return this.#now;
  }
  /** Moves to the time of one timer and fires it. */
  release(id: number): void {
    const timer = this.timers.get(id);
    if (!timer) throw new Error('That timer is not set.');
    this.timers.delete(id);
    this.#now = Math.max(this.#now, timer.due);
    timer.fire();
  }
}

interface Scheduled {
  source: unknown;
  event: { type: string };
  delay: number;
}

/** Delays that an actor waits for now, by the type of the event each will send. */
export function timersOf(actor: AnyActor, clock: HeldClock): { type: string; delay: number; id: number }[] {
  // The system lists what it has scheduled in the order in which it set the timers of the clock.
  const scheduled = Object.values(
    (actor.system.getSnapshot() as unknown as { _scheduledEvents: Record<string, Scheduled> })
      ._scheduledEvents,
  ); // internal, held to its shape by the check below
  const ids = [...clock.timers.keys()];
  if (scheduled.length !== ids.length) throw new Error('The scheduler and the clock disagree.');
  return scheduled.map(({ event, delay }, index) => ({ type: event.type, delay, id: ids[index] ?? 0 }));
}

/** Lets the timer go that sends an event of this type. @throws Error when none is set */
export function fireTimer(actor: AnyActor, clock: HeldClock, type: string): void {
  const timer = timersOf(actor, clock).find((set) => set.type === type);
  if (!timer) throw new Error(`No timer is set for ${type}.`);
  clock.release(timer.id);
}
