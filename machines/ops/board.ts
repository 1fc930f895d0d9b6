import type { Answer } from '#contract/endpoint.ts';
import type { BoardColumn, OpsCard, readBoard } from '#contract/ops/orders.ts';

export type Board = Answer<typeof readBoard>;

/** The cards of a column. */
export const cardsIn = (board: Board, column: BoardColumn): readonly OpsCard[] =>
  board.columns.find(({ id }) => id === column)?.cards ?? [];
/** The parts that nobody took yet. */
export const newIn = (board: Board): string[] => cardsIn(board, 'new').map(({ childId }) => childId);
