/**
 * Loaded before a program that a test starts as a process of its own (`--import`). Most of such a start is Node
 * reading the package.json of drizzle-orm, whose list of exports is long, anew for each import of it and of each
 * of its files. Where a name led to is remembered here, its files are said to be modules, and what was compiled is
 * kept for the next process. The program itself is the same.
 */
import { flushCompileCache, registerHooks } from 'node:module';

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;
const led = new Map<string, ReturnType<Resolve>>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && parentURL.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    // Packages may hold others of the same name; our own files see one of each.
    if (!/^[#@a-z]/.test(specifier) || parentURL.includes('/node_modules/')) return next(specifier, context);
    const key = `${specifier} ${context.conditions.join()}`;
    const found = led.get(key) ?? next(specifier, context);
    led.set(key, found);
    return { ...found, shortCircuit: true };
  },
});
// Those that are killed write nothing at their end.
setTimeout(flushCompileCache, 2_000).unref();
