import path from 'node:path';

const here = import.meta.dirname;

/** For `fork` and `spawn` of our own programs: what quick-start.ts says. */
export const quickly = ['--import', path.join(here, 'quick-start.ts')];
/** Where compiled code is kept between processes. */
export const compiled = {
  NODE_COMPILE_CACHE: path.join(here, '../../../node_modules/.cache/vitrine/compiled'),
};
