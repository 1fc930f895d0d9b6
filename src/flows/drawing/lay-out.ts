import Elk, { type ElkNode } from 'elkjs/lib/elk-api.js';
import address from 'elkjs/lib/elk-worker.min.js?url';
import { fromPromise } from 'xstate';
import { trustedScript } from '#client/trusted-script.ts';
import type { LayoutQuestion } from '#machines/book/book.machine.ts';
import type { Laid } from '#machines/book/laid.ts';
import type { ChartFacts } from '../facts.ts';
import { drawingOf } from './elk-graph.ts';
import { laidOf } from './laid-of.ts';

/** Lays charts out in a worker, each drawing once. */
export function createLayOut(chartOf: (id: string) => ChartFacts) {
  const elk = new Elk({ workerFactory: () => new Worker(trustedScript(address)) });
  const known = new Map<string, Promise<Laid>>();
  const draw = (question: LayoutQuestion): Promise<Laid> => {
    const { chart, state, isUnfolded, isCounted } = question;
    const drawing = drawingOf(chartOf(chart), state, isUnfolded, isCounted);
    // What is drawn is the whole question: most states of a chart lead to the same drawing
    const key = JSON.stringify(drawing.graph);
    const laid = known.get(key) ?? elk.layout(drawing.graph).then((graph: ElkNode) => laidOf(drawing, graph));
    known.set(key, laid);
    laid.catch(() => known.delete(key));
    return laid;
  };
  return fromPromise<Laid, LayoutQuestion>(({ input }) => draw(input));
}
