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

/**
 * The same library without routes of its own, which it looks for in every state: screens have theirs from the
 * table.
 * @throws Error as above
 */
export function withoutRoutes(code: string): string {
  const without = code.replace('\n    formatRouteTransitions(this.root);', '');
  if (without === code) throw new Error("the charts' library no longer looks for routes in every state");
  return without;
}

/**
 * The same library without writing a chart down whole, and starting one from that: what outlives a page is named
 * field by field (`machines/stored.ts`).
 * @throws Error as above
 */
export function withoutPersisting(code: string): string {
  const without = code
    .replace('    return getPersistedSnapshot(snapshot, options);\n', '')
    .replace(/( {2}restoreSnapshot\(snapshot, _actorScope\) \{\n)[^]*?\n {2}\}\n\}/, '$1  }\n}');
  if (/return getPersistedSnapshot|reviveContext/.test(without) || !code.includes('reviveContext'))
    throw new Error("the charts' library writes charts down in another way");
  return without;
}

/**
 * The same library without the plain copy of each state that is made for writing a chart down: nothing asks for it.
 * @throws Error as above
 */
export function withoutDefinitions(code: string): string {
  const without = code.replace(/( {2}get definition\(\) \{\n) {4}return \{\n[^]*?\n {4}\};\n/, '$1');
  if (!/transitions: \[\.\.\.this\.transitions/.test(code) || /map\(toSerializableAction\)/.test(without))
    throw new Error("the charts' library copies states in another way");
  return without;
}

/**
 * What errors add to what went wrong, for anybody who writes a chart, who has the library whole; by the file that
 * says it.
 */
const hints = {
  raise: [
    " This usually happens when there's a cycle of transitions (e.g., eventless transitions or raised events causing state A -> B -> C -> A).",
    ' is not a valid target from the root node. Did you mean ".${target}"?',
    '; no child states exist.',
    '; use raise({ type: "${eventOrExpr}" }) instead',
  ],
  log: ['; use sendTo({ type: "${eventOrExpr}" }) instead'],
  assign: [' Ensure that `context` is defined in the machine config.'],
};
export const hinting = Object.keys(hints) as (keyof typeof hints)[]; // the keys of a literal object

/**
 * The same library without hints that no shopper's machine has a use for: what went wrong stays.
 * @throws Error as above
 */
export const withoutHints = (code: string, part: keyof typeof hints): string =>
  hints[part].reduce((text, hint) => {
    const without = text.replace(hint, '');
    if (without === text) throw new Error("the charts' library gives another hint");
    return without;
  }, code);

/** What is asked about states that lead back to where one was, and what is there to be asked instead. */
const memories = [
  ['if (isHistoryNode(targetNode)) {', 'if (false) {'],
  ['if (isHistoryNode(stateNode)) {', 'if (false) {'],
  ['if (!isHistoryNode(s) && (', 'if (('],
  ['if (!isHistoryNode(initialState)) {', 'if (true) {'],
  ['if (!isHistoryNode(child)) {', 'if (true) {'],
  ['getChildren(stateNode).filter(sn => !isHistoryNode(sn))', 'getChildren(stateNode)'],
  ['getChildren(anc).filter(sn => !isHistoryNode(sn))', 'getChildren(anc)'],
] as const;

/**
 * The same library without states that lead back to where one was: no chart has one, each says where it leads.
 * @throws Error as above
 */
export function withoutHistory(code: string): string {
  const text = memories.reduce((rest, [from, to]) => {
    if (!rest.includes(from)) throw new Error("the charts' library remembers states in another way");
    return rest.replace(from, to);
  }, code);
  const without = text.replace(
    / {2}for \(const exitStateNode of statesToExit\) \{\n {4}for \(const historyNode[^]*?\n {2}\}\n(?= {2}for \(const s of)/,
    '',
  );
  if (without === text) throw new Error("the charts' library remembers states in another way");
  return without;
}

const partOf = (file: string): ((code: string) => string) | null => {
  if (file === 'xstate.esm.js') return withoutHandedOut;
  const part = hinting.find((name) => new RegExp(`^${name}-\\w+\\.esm\\.js$`).test(file));
  if (part) return (code) => withoutHints(part === 'raise' ? withoutHistory(code) : code, part);
  return /^StateMachine-\w+\.esm\.js$/.test(file)
    ? (code) => withoutDefinitions(withoutPersisting(withoutRoutes(code)))
    : null;
};

/** What the charts' library has and no chart uses is left out of the build. */
export const chartsLibrary: Plugin = {
  name: 'charts-library',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const part = partOf(/\/xstate\/dist\/([\w.-]+)$/.exec(id)?.[1] ?? '');
    return part ? { code: part(code), map: null } : null;
  },
};
