import { describe, expect, it } from 'vitest';
import { factsOf } from '#flows/facts.ts';
import { shippedChart } from '#flows/charts.ts';
import { changedOf } from '#flows/paths/changed.ts';

const chart = factsOf(shippedChart('pix'));
const [first, ...others] = chart.states.filter(({ path }) => path !== '');
if (!first) throw new Error('the chart has no state');
const own = chart.states.filter(({ path }) => path === '');
const since = 'ontem';
const before = (states: typeof chart.states) => ({ since, charts: [{ ...chart, states }] });

describe('what changed of a chart, for its paths', () => {
  it('is nothing without another revision, or where nothing did', () => {
    expect(changedOf(null, chart)).toBe(null);
    expect(changedOf(before(chart.states), chart)).toBe(null);
  });
  it('is all of a chart that was not there', () => {
    const changed = changedOf({ since, charts: [] }, chart);
    expect(changed?.since).toBe(since);
    expect(changed?.isMet([])).toBe(true);
  });
  it('is met by who comes to a state that changed, or into one that it holds', () => {
    const changed = changedOf(before([...own, { ...first, tags: ['worn'] }, ...others]), chart);
    expect(changed?.isMet([first.path])).toBe(true);
    expect(changed?.isMet([`${first.path}.inner`])).toBe(true);
    expect(
      changed?.isMet(others.map(({ path }) => path).filter((path) => !path.startsWith(first.path))),
    ).toBe(false);
  });
});
