import type { Base } from './held-line.ts';

/** The cart as the server has it before it has one. */
export const emptyBase: Base = { version: 0, lines: [], draft: {} };
