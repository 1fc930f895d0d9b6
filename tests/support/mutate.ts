import { type AnyStateMachine, createMachine, not } from 'xstate';

/** One small change of a chart, as a person might make it by mistake. */
export interface Mutant {
  kind: 'target swapped' | 'guard inverted' | 'action dropped' | 'transition removed';
  where: string;
  /** id of the state and event whose paths meet it first; the state alone for entry and exit */
  state: string;
  event: string | null;
  machine: AnyStateMachine;
}

type Config = Record<string, unknown> & { states?: Record<string, Config>; id?: string };
interface Spot {
  state: string;
  event: string;
  /** the holder and the key of the transitions in the copied configuration */
  at: (root: Config) => [Record<string, unknown>, string];
  count: number;
  /** states that a target may be swapped with, by how the target is written */
  siblings: (target: string) => string[];
}

const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const asObject = (transition: unknown): Record<string, unknown> =>
  typeof transition === 'string' ? { target: transition } : { ...(transition as Record<string, unknown>) };
/** A copy of everything but functions and class instances, which a configuration only names. */
function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((part: unknown) => copy(part)) as T;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)])) as T;
  }
  return value;
}
const stateAt = (root: Config, path: string[]): Config =>
  path.reduce((node, key) => node.states?.[key] ?? {}, root);

function siblingsOf(root: Config, path: string[], target: string): string[] {
  const others = (names: string[], own: string, prefix: string) =>
    names.filter((name) => name !== own).map((name) => prefix + name);
  if (target.startsWith('#')) {
    const [, ...keys] = target.slice(1).split('.');
    const own = keys.at(-1) ?? '';
    return others(
      Object.keys(stateAt(root, keys.slice(0, -1)).states ?? {}),
      own,
      `#${[root.id, ...keys.slice(0, -1)].join('.')}.`,
    );
  }
  const isInner = target.startsWith('.');
  const names = Object.keys(stateAt(root, isInner ? path : path.slice(0, -1)).states ?? {});
  return others(names, isInner ? target.slice(1) : target, isInner ? '.' : '');
}

function spotsOf(root: Config, path: string[] = []): Spot[] {
  const node = stateAt(root, path);
  const state = [root.id, ...path].join('.');
  const found: Spot[] = [];
  const add = (event: string, value: unknown, at: Spot['at']) => {
    if (value !== undefined)
      found.push({
        state,
        event,
        at,
        count: listOf(value).length,
        siblings: (target) => siblingsOf(root, path, target),
      });
  };
  for (const [event, value] of Object.entries((node['on'] ?? {}) as object))
    add(event, value, (copied) => [stateAt(copied, path)['on'] as Record<string, unknown>, event]);
  for (const [delay, value] of Object.entries((node['after'] ?? {}) as object))
    add(`xstate.after.${delay}.${state}`, value, (copied) => [
      stateAt(copied, path)['after'] as Record<string, unknown>,
      delay,
    ]);
  add('', node['always'], (copied) => [stateAt(copied, path), 'always']);
  for (const [index, invoke] of listOf(node['invoke']).entries()) {
    for (const end of ['onDone', 'onError', 'onSnapshot'] as const) {
      const { id, [end]: value } = invoke as Record<string, unknown>;
      const event = `xstate.${{ onDone: 'done.actor', onError: 'error.actor', onSnapshot: 'snapshot' }[end]}.${String(id)}`;
      add(event, value, (copied) => [
        listOf(stateAt(copied, path)['invoke'])[index] as Record<string, unknown>,
        end,
      ]);
    }
  }
  return [...found, ...Object.keys(node.states ?? {}).flatMap((key) => spotsOf(root, [...path, key]))];
}

function holders(
  root: Config,
  path: string[] = [],
): { path: string[]; key: 'entry' | 'exit'; count: number }[] {
  const node = stateAt(root, path);
  const here = (['entry', 'exit'] as const).flatMap((key) =>
    node[key] === undefined ? [] : [{ path, key, count: listOf(node[key]).length }],
  );
  return [...here, ...Object.keys(node.states ?? {}).flatMap((name) => holders(root, [...path, name]))];
}

/**
 * Every single mutant of a chart's configuration.
 * @param pick  an index below `count`, for the sibling that a target is swapped with
 */
export function mutantsOf(machine: AnyStateMachine, pick: (count: number) => number): (() => Mutant)[] {
  const config = machine.config as unknown as Config; // what createMachine was given
  const made = (change: (root: Config) => void): AnyStateMachine => {
    const copied = copy(config);
    change(copied);
    return createMachine(copied as never, machine.implementations as never) as AnyStateMachine;
  };
  const mutants: (() => Mutant)[] = [];
  for (const { state, event, at, count, siblings } of spotsOf(config)) {
    const [holder, key] = at(config);
    for (let index = 0; index < count; index++) {
      const original = asObject(listOf(holder[key])[index]);
      const where = `${state} · ${event || 'always'}[${index}]`;
      const replace = (transition: Record<string, unknown> | null) =>
        made((root) => {
          const [copied, name] = at(root);
          const all = listOf(copied[name]);
          copied[name] = all.flatMap((given, position) =>
            position === index ? (transition ? [transition] : []) : [given],
          );
        });
      mutants.push(() => ({ kind: 'transition removed', where, state, event, machine: replace(null) }));
      const { target, guard, actions } = original;
      if (typeof target === 'string') {
        const choices = siblings(target);
        if (choices.length > 0)
          mutants.push(() => {
            const swapped = choices[pick(choices.length)];
            return {
              kind: 'target swapped',
              where: `${where} ${target} ⇒ ${swapped}`,
              state,
              event,
              machine: replace({ ...original, target: swapped }),
            };
          });
      }
      if (guard !== undefined)
        mutants.push(() => ({
          kind: 'guard inverted',
          where,
          state,
          event,
          machine: replace({ ...original, guard: not(guard as never) }),
        }));
      for (const [position, action] of listOf(actions).entries()) {
        const name = typeof action === 'string' ? action : ((action as { type?: string }).type ?? 'inline');
        mutants.push(() => ({
          kind: 'action dropped',
          where: `${where} ${name}`,
          state,
          event,
          machine: replace({
            ...original,
            actions: listOf(actions).filter((_, other) => other !== position),
          }),
        }));
      }
    }
  }
  for (const { path, key, count } of holders(config)) {
    for (let index = 0; index < count; index++) {
      const state = [config.id, ...path].join('.');
      mutants.push(() => ({
        kind: 'action dropped',
        where: `${state} ${key}[${index}]`,
        state,
        event: null,
        machine: made((root) => {
          const node = stateAt(root, path);
          node[key] = listOf(node[key]).filter((_, other) => other !== index);
        }),
      }));
    }
  }
  return mutants;
}
