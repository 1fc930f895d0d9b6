import { useCallback, useSyncExternalStore } from 'react';
import { shippedChart } from '../charts.ts';
import { factsOf } from '../facts.ts';
import { pathSamplesOf } from './path-samples.ts';
import { Walk, type Walked } from './walk.ts';

/** How far the search for a chart's paths is. */
export interface WalkState {
  stands: 'looking' | 'found' | 'failed';
  tried: number;
  seen: number;
  all: number;
  /** the paths that were found last, also while it is looked on */
  walked: Walked | null;
}

/** So long the page waits for a slice of the search, ms. */
const SLICE = 20;
const pause = () => new Promise((done) => setTimeout(done));

/** The search for one chart's paths, which goes on as long as somebody looks at it. */
class WalkRun {
  private readonly id: string;
  private readonly listeners = new Set<() => void>();
  private state: WalkState = { stands: 'looking', tried: 0, seen: 0, all: 0, walked: null };
  private walk: Walk | null = null;
  private look: Generator<void, Walked> | null = null;
  private isGoing = false;

  constructor(id: string) {
    this.id = id;
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.state.stands === 'looking') void this.go();
    return () => this.listeners.delete(listener);
  };
  readonly current = (): WalkState => this.state;
  /** Looks on where the search stopped, or again where it failed. */
  readonly more = (): void => {
    this.put({ stands: 'looking' });
    void this.go();
  };
  private put(change: Partial<WalkState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
  private async go(): Promise<void> {
    if (this.isGoing) return;
    this.isGoing = true;
    try {
      this.walk ??= await this.begin();
      while (this.listeners.size > 0 && this.slice(this.walk)) await pause();
    } catch {
      this.walk = null;
      this.look = null;
      this.put({ stands: 'failed' });
    } finally {
      this.isGoing = false;
    }
  }
  private async begin(): Promise<Walk> {
    const shipped = shippedChart(this.id);
    return new Walk(shipped.machine, factsOf(shipped), await pathSamplesOf(this.id));
  }
  /** @returns whether there is more to do */
  private slice(walk: Walk): boolean {
    this.look ??= walk.look();
    for (const end = performance.now() + SLICE; performance.now() < end; ) {
      const next = this.look.next();
      if (!next.done) continue;
      this.look = null;
      this.put({ stands: 'found', ...walk.progress, walked: next.value });
      return false;
    }
    this.put(walk.progress);
    return true;
  }
}

const runs = new Map<string, WalkRun>();
function runOf(chart: string): WalkRun {
  const run = runs.get(chart) ?? new WalkRun(chart);
  runs.set(chart, run);
  return run;
}
const never = () => () => {};

/** The paths of a chart; they are looked for while somebody looks. @param chart null: of none */
export function useWalked(chart: string | null): { walk: WalkState | null; more: () => void } {
  const run = chart === null ? null : runOf(chart);
  const walk = useSyncExternalStore(
    run?.subscribe ?? never,
    useCallback(() => run?.current() ?? null, [run]),
  );
  return { walk, more: useCallback(() => run?.more(), [run]) };
}
