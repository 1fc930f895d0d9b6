import type { AnyStateMachine } from 'xstate';
import type { ChartFacts } from '../facts.ts';
import { type ChartPath, pathsOver } from './choose.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { type Goal, goalsOf } from './goal.ts';
import type { PathSamples } from './path-samples.ts';
import { type Node, Search } from './search.ts';

export interface Walked {
  paths: readonly ChartPath[];
  coverage: Coverage;
  /** steps that were tried */
  tried: number;
  /** all was tried, or all was seen; else looking on may find more */
  isWhole: boolean;
}

/** The paths of a chart, looked for with each of its samples. */
export class Walk {
  private readonly machine: AnyStateMachine;
  private readonly chart: ChartFacts;
  private readonly found = new Map<Goal, Node>();
  private readonly searches: readonly Search[];
  private readonly all: number;
  private tried = 0;

  constructor(machine: AnyStateMachine, chart: ChartFacts, samples: readonly PathSamples[]) {
    this.machine = machine;
    this.chart = chart;
    this.all = goalsOf(chart).length;
    this.searches = samples.map((one) => new Search(machine, one, this.found));
  }
  /** How much was tried and seen so far. */
  get progress(): { tried: number; seen: number; all: number } {
    return { tried: this.tried, seen: this.found.size, all: this.all };
  }
  /** In slices, each of a step. Asked once more, it looks on where it stopped. */
  *look(): Generator<void, Walked> {
    for (const search of this.searches.filter(({ isDone }) => !isDone)) {
      for (const _ of search.run()) {
        this.tried++;
        if (this.found.size === this.all) break;
        yield;
      }
    }
    const paths = yield* pathsOver(
      this.machine,
      this.found,
      this.searches.flatMap(({ places }) => [...places]),
    );
    const isWhole = this.found.size === this.all || this.searches.every(({ isDone }) => isDone);
    return { paths, coverage: coverageOf(this.chart, paths), tried: this.tried, isWhole };
  }
}
