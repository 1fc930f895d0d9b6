import type { Plugin } from 'vite';

/** Actions that the charts' `setup` hands out as well, and that charts import by name when they need one. */
export const handedOut = ['log', 'cancel', 'stopChild', 'enqueueActions', 'spawnChild'] as const;

/**
 * The charts' library without actions that nobody takes from `setup`: handed out, the unused ones would stay
 * in the first load.
 * @throws Error when the library is written in another way, as after an upgrade
 */
export const withoutHandedOut = (code: string): string =>
  handedOut.reduce((text, name) => {
    const without = text.replace(new RegExp(`(\\n  return \\{(?:\\n {4}\\w+,)*?)\\n {4}${name},`), '$1');
    if (without === text) throw new Error(`the charts' library no longer hands out ${name} from setup`);
    return without;
  }, code);

/** A chart that needs such an action imports it: the build then keeps it. */
export const setupActions: Plugin = {
  name: 'setup-actions',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('xstate/dist/xstate.esm.js') ? { code: withoutHandedOut(code), map: null } : null,
};
