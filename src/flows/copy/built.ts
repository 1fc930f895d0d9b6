import type { CopyText } from './text.ts';

/** The texts of the shop, which the build puts here (`src/build/copy/copy.ts`). */
export const builtCopy: readonly CopyText[] = [];
