import { describe, expect, it } from 'vitest';
import { type Points, areasOf, pairsOf } from '#flows/paths/compared.ts';
import type { PlayedChart, PlayedStep, PlayedTour } from '#flows/paths/played.ts';

const step = (happens: string, picture = 'played/x.jpg'): PlayedStep => ({
  happens,
  hears: [],
  states: ['idle'],
  path: '/login',
  title: 'Entrar',
  server: [],
  picture,
});
const tour = (...happens: string[]): PlayedTour => ({
  steps: [step(''), ...happens.map((one) => step(one, `played/${one}.jpg`))],
  run: '',
  fault: '',
});
const chart = (id: string, ...tours: PlayedTour[]): PlayedChart => ({
  chart: id,
  at: '2026-11-27T12:00:00Z',
  all: 1,
  taken: 1,
  never: [],
  tours,
});

describe('storyboards of two books', () => {
  it('have their steps side by side, each once, by what happened on the way there', () => {
    const before = [chart('login', tour('a', 'b'), tour('a', 'c'), tour('gone')), chart('worn', tour('d'))];
    const now = [chart('login', tour('a', 'c'), tour('a', 'b'), tour('new'), tour('newer'))];
    const { pairs, added, removed } = pairsOf(before, now);
    expect(pairs.map(({ way }) => way.join())).toEqual(['', 'a', 'a,c', 'a,b']);
    expect(pairs.map(({ before: one, now: other }) => one.happens === other.happens)).not.toContain(false);
    expect([added, removed]).toEqual([2, 2]);
  });
  it('leave out what has no picture', () => {
    const bare: PlayedTour = { steps: [step('', '')], run: '', fault: '' };
    expect(pairsOf([chart('login', bare)], [chart('login', bare)]).pairs).toEqual([]);
  });
});

/** Grey points, but white where it is said so. */
function picture(width: number, height: number, isWhite: (x: number, y: number) => boolean): Points {
  const data = new Uint8ClampedArray(4 * width * height).fill(100);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isWhite(x, y)) data.fill(255, 4 * (y * width + x), 4 * (y * width + x) + 4);
  return { width, height, data };
}
const plain = picture(160, 80, () => false);

describe('two pictures', () => {
  it('differ nowhere where they are the same, or nearly so', () => {
    expect(
      areasOf(
        plain,
        picture(160, 80, () => false),
      ),
    ).toEqual([]);
    // A point here and there.
    expect(
      areasOf(
        plain,
        picture(160, 80, (x, y) => x % 40 === 0 && y % 40 === 0),
      ),
    ).toEqual([]);
    const noise = { ...plain, data: plain.data.map((byte) => byte + 30) };
    expect(areasOf(plain, noise)).toEqual([]);
  });
  it('differ in areas that hold what differs, apart where that is apart', () => {
    const other = picture(160, 80, (x, y) => y < 16 && (x < 16 || (x >= 24 && x < 32) || x >= 144));
    expect(areasOf(plain, other).toSorted((a, b) => a.x - b.x)).toEqual([
      { x: 0, y: 0, width: 32 / 160, height: 16 / 80 },
      { x: 144 / 160, y: 0, width: 16 / 160, height: 16 / 80 },
    ]);
  });
  it('differ as a whole where they are not of one size', () => {
    expect(
      areasOf(
        plain,
        picture(80, 80, () => false),
      ),
    ).toEqual([{ x: 0, y: 0, width: 1, height: 1 }]);
  });
});
