/** Files that are still to be cut by noun, with their lines: none may grow, none may come. */
export const longFiles: Readonly<Record<string, number>> = {};
