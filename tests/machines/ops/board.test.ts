import { describe, expect, it } from 'vitest';
import { cardsIn, withKnown } from '#machines/ops/board.ts';
import { boardOf } from './ops-samples.ts';

describe('a board that was read again', () => {
  const before = boardOf(1, 2, 3);

  it('keeps the very cards that say the same, wherever they stand now', () => {
    const after = boardOf(3, 2, 4);
    const [moved, changed, fresh] = after.columns[0]?.cards ?? [];
    if (changed) changed.version = 2;
    const board = withKnown(before, after);
    expect(board).toEqual(after);
    const [first, second, third] = cardsIn(board, 'new');
    expect(first).toBe(cardsIn(before, 'new')[2]);
    expect(first).not.toBe(moved);
    expect([second, third]).toEqual([changed, fresh]);
    expect(second).toBe(changed);
    expect(third).toBe(fresh);
    expect(
      [board.hubs, board.campaigns, board.day].map((part) => Object.values(before).includes(part)),
    ).toEqual([true, true, true]);
  });
  it('is as it came the first time', () => {
    expect(withKnown(null, before)).toBe(before);
  });
});
