import type { Answer } from '#contract/endpoint.ts';
import type { BoardColumn, OpsCard, readBoard } from '#contract/ops/orders.ts';

export type Board = Answer<typeof readBoard>;

/** The cards of a column. */
export const cardsIn = (board: Board, column: BoardColumn): readonly OpsCard[] =>
  board.columns.find(({ id }) => id === column)?.cards ?? [];
/** The parts that nobody took yet. */
export const newIn = (board: Board): string[] => cardsIn(board, 'new').map(({ childId }) => childId);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const ofBefore = <T>(before: T | undefined, after: T): T =>
  before !== undefined && isSame(before, after) ? before : after;
/**
 * A board in which whatever says the same as before is the same object, so that who draws it need not look into
 * it. Mostly one part of a hundred is new.
 */
export function withKnown(before: Board | null, after: Board): Board {
  if (!before) return after;
  const known = new Map(before.columns.flatMap(({ cards }) => cards.map((card) => [card.childId, card])));
  return {
    ...after,
    columns: after.columns.map((column) => ({
      ...column,
      cards: column.cards.map((card) => ofBefore(known.get(card.childId), card)),
    })),
    hubs: ofBefore(before.hubs, after.hubs),
    campaigns: ofBefore(before.campaigns, after.campaigns),
    day: ofBefore(before.day, after.day),
  };
}
