import Elk from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { LINE_HEIGHT } from '#flows/drawing/box.ts';
import { drawingOf } from '#flows/drawing/elk-graph.ts';
import { laidOf } from '#flows/drawing/laid-of.ts';
import { type ChartFacts, above, factsOf } from '#flows/facts.ts';
import type { Laid, LaidBox } from '#machines/book/laid.ts';
import { allCharts } from '#tests/tools/charts.ts';

type Area = Pick<LaidBox, 'x' | 'y' | 'width' | 'height'>;

const charts = (await allCharts()).map(factsOf);
const elk = new Elk();
async function laidOut(
  chart: ChartFacts,
  selected = '',
  isUnfolded = false,
  isCounted = false,
): Promise<Laid> {
  const drawing = drawingOf(chart, selected, isUnfolded, isCounted);
  return laidOf(drawing, await elk.layout(drawing.graph));
}

/** So many lines in a box, px. */
const roomFor = (lines: number) => lines * LINE_HEIGHT + 6;

/** Half a pixel of touching is no overlap. */
const overlap = (a: Area, b: Area) =>
  a.x < b.x + b.width - 0.5 &&
  b.x < a.x + a.width - 0.5 &&
  a.y < b.y + b.height - 0.5 &&
  b.y < a.y + a.height - 0.5;
const within = (outer: Area, inner: Area) =>
  inner.x >= outer.x - 0.5 &&
  inner.y >= outer.y - 0.5 &&
  inner.x + inner.width <= outer.x + outer.width + 0.5 &&
  inner.y + inner.height <= outer.y + outer.height + 0.5;
const pairsOf = <T>(all: readonly T[]) =>
  all.flatMap((a, at) => all.slice(at + 1).map((b) => [a, b] as const));

/** What nobody could read in a drawing. */
function unreadable({ boxes, arrows }: Laid): string[] {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const leaves = boxes.filter(({ kind }) => kind !== 'holder');
  const labels = arrows.flatMap(({ label, from, to }) =>
    label ? [{ ...label, id: `${from} → ${to}` }] : [],
  );
  const outside = boxes.filter(({ id, kind }) => {
    const holder = kind === 'state' || kind === 'holder' ? byId.get(above(id)) : undefined;
    return holder !== undefined && !within(holder, byId.get(id) ?? holder);
  });
  return [
    ...outside.map(({ id }) => `${id} is outside what holds it`),
    ...pairsOf([...leaves, ...labels])
      .filter(([a, b]) => overlap(a, b))
      .map(([a, b]) => `${a.id} lies over ${b.id}`),
    ...arrows.filter(({ points }) => points.length < 2).map(({ from, to }) => `${from} → ${to} has no line`),
  ];
}

describe('the drawing of a chart', () => {
  it.each(charts)('of $id has every state once, and nothing over anything else', async (chart) => {
    const laid = await laidOut(chart);
    const closed = chart.states.filter(
      ({ path }) => path !== '' && !laid.boxes.some(({ id }) => id === path),
    );
    // What is not drawn is inside something that is.
    expect(closed.filter(({ path }) => !laid.boxes.some(({ id }) => path.startsWith(`${id}.`)))).toEqual([]);
    expect(new Set(laid.boxes.map(({ id }) => id)).size).toBe(laid.boxes.length);
    expect(unreadable(laid)).toEqual([]);
  });

  it.each(charts)('of $id draws what leads on, or counts it', async (chart) => {
    const laid = await laidOut(chart);
    const drawn = new Set(laid.boxes.map(({ id }) => id));
    const shownAt = (path: string): string => (path === '' || drawn.has(path) ? path : shownAt(above(path)));
    const nameOf = (end: string) => end.replace(/::(?:begin|anywhere)$/, '');
    const arrows = new Set(laid.arrows.map(({ from, to }) => `${nameOf(from)} → ${nameOf(to)}`));
    const steps = chart.states.flatMap(({ path, transitions }) =>
      transitions.flatMap(({ to }) => (to ?? []).map((goal) => [shownAt(path), shownAt(goal)] as const)),
    );
    const missing = steps.filter(([from, to]) => from !== to && to !== '' && !arrows.has(`${from} → ${to}`));
    expect(missing.length).toBeLessThanOrEqual(laid.folded);
  });

  const chartOf = (id: string) => {
    const chart = charts.find((one) => one.id === id);
    if (!chart) throw new Error(`no chart ${id}`);
    return chart;
  };
  it('opens what holds the state in sight, and closes the rest of a large chart', async () => {
    const laid = await laidOut(chartOf('checkout'), 'payment.loading');
    const ids = laid.boxes.map(({ id }) => id);
    expect(ids).toContain('payment.loading');
    expect(ids.filter((id) => id.startsWith('shipping.'))).toEqual([]);
  });

  it('has room in every state for what was counted of it, over nothing else', async () => {
    const chart = chartOf('checkout');
    const [plain, counted] = await Promise.all([
      laidOut(chart, 'payment.ready'),
      laidOut(chart, 'payment.ready', false, true),
    ]);
    expect(unreadable(counted)).toEqual([]);
    const higher = counted.boxes.filter(({ id, kind, height }) => {
      const before = plain.boxes.find((one) => one.id === id);
      return kind === 'state' && before !== undefined && height === before.height + roomFor(4);
    });
    expect(higher.length).toBe(plain.boxes.filter(({ kind }) => kind === 'state').length);
    const chosen = counted.boxes.find(({ id }) => id === 'payment');
    const inner = counted.boxes.filter(({ id }) => id.startsWith('payment.') && !id.includes('::'));
    // Its own lines stand over the states that it holds.
    expect(Math.min(...inner.map(({ y }) => y)) - (chosen?.y ?? 0)).toBeGreaterThan(roomFor(4));
  });

  it('folds requests for screens away, and shows those of the state in sight when asked', async () => {
    const app = chartOf('app');
    const requests = ({ arrows }: Laid) =>
      arrows.filter(({ lines }) => lines.some((line) => line.startsWith('asked.'))).length;
    const [folded, unfolded] = [await laidOut(app, 'cart'), await laidOut(app, 'cart', true)];
    expect([requests(folded), folded.folded > 250]).toEqual([0, true]);
    expect(requests(unfolded)).toBeGreaterThan(0);
    expect(unfolded.folded).toBeLessThan(folded.folded);
  });

  it('tells a refusal and a failed call from what leads on', async () => {
    const { arrows } = await laidOut(chartOf('checkout'));
    const toneOf = (from: string, to: string) =>
      arrows.find((one) => one.from === from && one.to === to)?.tone;
    expect([
      toneOf('payment', 'shipping'),
      toneOf('payment', 'installment'),
      toneOf('confirmation', 'payment'),
      toneOf('shipping', 'payment'),
    ]).toEqual(['refusal', 'plain', 'refusal', 'plain']);
  });
});
