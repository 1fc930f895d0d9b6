import { createHash } from 'node:crypto';
import { parseAst } from 'vite';

/** The text that the lists below were made for, SHA-256. */
const READ = 'a319b413b7a19ee34422d9a12a8e7afd003c07846716d278ba1a0898e8cb6251';

/** Kinds of fibers: profilers, lists of boundaries, hoisted and single elements, view transitions, activities. */
const TAGS: readonly unknown[] = [12, 19, 26, 27, 30, 31];
const TYPES: readonly string[] = [
  'REACT_ACTIVITY_TYPE',
  'REACT_LEGACY_HIDDEN_TYPE',
  'REACT_PROFILER_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
];
/** Hooks that neither a screen nor a library of the shop calls. */
export const cutHooks = [
  'useActionState',
  'useCacheRefresh',
  'useDeferredValue',
  'useFormState',
  'useHostTransitionStatus',
  'useMemoCache',
  'useOptimistic',
] as const;
/** What a call comes to where nothing is there that it is for. */
const CALLS = new Map(
  Object.entries({
    isHostHoistableType: '!1',
    isCustomElement: '!1',
    maySuspendCommit: '!1',
    getViewTransitionName: 'null',
    trackEnterViewTransitions: 'void 0',
    commitEnterViewTransitions: 'void 0',
    commitExitViewTransitions: 'void 0',
    commitNestedViewTransitions: 'void 0',
    restoreEnterOrExitViewTransitions: 'void 0',
    restoreNestedViewTransitions: 'void 0',
    measureNestedViewTransitions: 'void 0',
    commitNewChildToFragmentInstances: 'void 0',
    commitFragmentInstanceInsertionEffects: 'void 0',
    commitFragmentInstanceDeletionEffects: 'void 0',
    accumulateSuspenseyCommitOnFiber: 'void 0',
    waitForCommitToBeReady: 'null',
    startViewTransition: 'null',
    getStackByFiberInDevAndProd: '""',
    extractEvents$1: 'void 0',
    FragmentInstance: 'null',
  }),
);
/** What is known beforehand of the browsers that the shop is built for, and of a production build. */
const VALUES = new Map(
  Object.entries({
    canUseCompositionEvent: '!0',
    canUseDOM: '!0',
    defaultOnDefaultTransitionIndicator: 'noop$1',
    documentMode: 'null',
    injectedHook: 'null',
    isInputEventSupported: '!0',
    shouldDoubleInvokeUserFnsInHooksDEV: '!1',
    useFallbackCompositionData: '!1',
  }),
);
/** What is written to one of these is left out. */
const MEMBERS =
  /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.|\.(?:findDOMNode|unstable_scheduleHydration)$/;
/** Functions that an object hands out, to `preload` of react-dom and its like. */
const HANDED: readonly string[] = [
  'prefetchDNS',
  'preconnect',
  'preload',
  'preloadModule',
  'preinitScript',
  'preinitStyle',
  'preinitModuleScript',
];
/** Events that are made of several others, and the conditions under which they are. */
const EVENTS = /^on(?:BeforeInput|Composition(?:Start|Update|End))$/;
const CONDITIONS: readonly string[] = ['canUseCompositionEvent', 'eventType', 'fallbackData'];
const NAMESPACED = /^(?:xlink(?!Href)|xml)[A-Z]/;
/** Attributes that are written in another way than they are named in the code; the others stay as they are. */
export const keptAliases: readonly string[] = [
  'acceptCharset',
  'clipPath',
  'clipRule',
  'crossOrigin',
  'fillOpacity',
  'fillRule',
  'htmlFor',
  'shapeRendering',
  'stopColor',
  'stopOpacity',
  'strokeDasharray',
  'strokeDashoffset',
  'strokeLinecap',
  'strokeLinejoin',
  'strokeMiterlimit',
  'strokeOpacity',
  'strokeWidth',
  'textAnchor',
  'transformOrigin',
];

interface Node {
  type: string;
  start: number;
  end: number;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
const part = (node: unknown, name: string): unknown =>
  isNode(node) ? (Reflect.get(node, name) as unknown) : undefined;
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const all = (node: unknown, name: string): Node[] => [part(node, name)].flat().filter(isNode);
const nameOf = (node: unknown): string => {
  const name = part(node, 'name');
  return typeof name === 'string' ? name : '';
};
const isTag = (node: unknown): boolean =>
  nameOf(part(node, 'property')) === 'tag' || ['tag', 'nodeTag', 'grandTag'].includes(nameOf(node));
const isCutTag = (node: unknown): boolean => TAGS.includes(part(node, 'value'));

interface Edit {
  start: number;
  end: number;
  text: string;
}
const edit = ({ start, end }: Pick<Edit, 'start' | 'end'>, text = ''): Edit => ({ start, end, text });

/** Whether what stands after this is reached only by a case of its own. */
function isEnd(node: Node | undefined): boolean {
  if (node?.type === 'BlockStatement') return isEnd(all(node, 'body').at(-1));
  return /^(?:Break|Continue|Return|Throw)Statement$/.test(node?.type ?? '');
}

const FUNCTION = /Function/;
/** Names that a `var` in it declares for the whole function. */
const declaredIn = (node: Node): string[] => {
  if (FUNCTION.test(node.type)) return [];
  const own =
    node.type === 'VariableDeclaration'
      ? all(node, 'declarations').map((one) => nameOf(part(one, 'id')))
      : [];
  return [...own, ...partsOf(node).flatMap(declaredIn)];
};

/** Cases of kinds that are not there go, with what only they lead to. */
function casesOf(node: Node): Edit[] {
  const isByTag = isTag(part(node, 'discriminant'));
  let hasBefore = false;
  let runsOn = false;
  return all(node, 'cases').flatMap((one) => {
    const test = part(one, 'test');
    const body = all(one, 'consequent');
    const isCut =
      (isByTag && isCutTag(test)) ||
      TYPES.includes(nameOf(test)) ||
      NAMESPACED.test(String(part(test, 'value')));
    const first = body[0];
    if (isCut && first && !runsOn) {
      const names = body.flatMap(declaredIn);
      if (names.length === 0) return [edit(one)];
      // A case that no tag is comes first where nothing else does.
      const text = `${hasBefore ? '' : 'case void 0:'}var ${names.join()};`;
      hasBefore = true;
      return [edit(one, text)];
    }
    hasBefore ||= !isCut;
    if (first || !isCut) runsOn = !isEnd(body.at(-1));
    return [
      ...(isCut ? [edit({ start: one.start, end: first?.start ?? one.end })] : []),
      ...body.flatMap(editsIn),
    ];
  });
}

const EFFECT = /^(?:Assignment|Call|New|Update|Await|Yield)Expression$/;
const hasEffect = (node: Node): boolean => EFFECT.test(node.type) || partsOf(node).some(hasEffect);

/** What an expression is known to come to; null where it is not known. */
function known(node: Node): string | null {
  const callee = /^(?:Call|New)Expression$/.test(node.type)
    ? CALLS.get(nameOf(part(node, 'callee')))
    : undefined;
  if (
    nameOf(part(node, 'callee')) === 'registerTwoPhaseEvent' &&
    EVENTS.test(String(part(all(node, 'arguments')[0], 'value')))
  )
    return 'void 0';
  if (callee !== undefined) {
    if (all(node, 'arguments').some(hasEffect))
      throw new Error(`react-dom does something in the arguments of ${nameOf(part(node, 'callee'))}`);
    return callee;
  }
  if (nameOf(part(node, 'argument')) === '__REACT_DEVTOOLS_GLOBAL_HOOK__') return '"undefined"';
  const [left, right] = [part(node, 'left'), part(node, 'right')];
  if (node.type !== 'BinaryExpression' || !isCutTag(left) || !isTag(right)) return null;
  return { '===': '!1', '!==': '!0' }[String(part(node, 'operator'))] ?? null;
}

/** Names that are written to, or that only look like one of {@link VALUES}. */
const written: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  AssignmentExpression: ['left'],
  FunctionDeclaration: ['id'],
  MemberExpression: ['property'],
  Property: ['key'],
};

/** `a.b.c` as it is written. */
const pathOf = (node: unknown): string =>
  isNode(node) && node.type === 'MemberExpression'
    ? `${pathOf(part(node, 'object'))}.${nameOf(part(node, 'property'))}`
    : nameOf(node);

function isLeftOut(node: Node): boolean {
  if (node.type === 'Property') {
    const [key, value] = [nameOf(part(node, 'key')), nameOf(part(node, 'value'))];
    return cutHooks.some((hook) => hook === key) || HANDED.includes(value);
  }
  const expression = part(node, 'expression');
  const test = node.type === 'IfStatement' ? part(node, 'test') : part(expression, 'left');
  if (isNode(expression) && expression.type === 'AssignmentExpression') return MEMBERS.test(pathOf(test));
  const isCondition =
    node.type === 'IfStatement' || (isNode(expression) && expression.type === 'LogicalExpression');
  return isCondition && CONDITIONS.includes(nameOf(test) || nameOf(part(test, 'left')));
}

function editsIn(node: Node): Edit[] {
  const text = known(node) ?? VALUES.get(nameOf(node));
  if (text !== undefined) return [edit(node, text)];
  if (node.type === 'SwitchStatement') return casesOf(node);
  // A property goes with its comma.
  if (isLeftOut(node))
    return [edit({ start: node.start, end: node.end + (node.type === 'Property' ? 1 : 0) })];
  if (node.type === 'VariableDeclarator' && nameOf(part(node, 'id')) === 'aliases') {
    const pairs = all(all(part(node, 'init'), 'arguments')[0], 'elements').map((pair) =>
      all(pair, 'elements').map((one) => part(one, 'value')),
    );
    return [
      edit(
        node,
        `aliases = new Map(${JSON.stringify(pairs.filter(([name]) => keptAliases.includes(String(name))))})`,
      ),
    ];
  }
  const left = (written[node.type] ?? []).map((name) => part(node, name));
  return partsOf(node)
    .filter((one) => one.type !== 'Identifier' || !left.includes(one))
    .flatMap(editsIn);
}

/**
 * React for the browser without what no screen uses: its view transitions (the router starts the shop's own),
 * fragments with a ref, elements that it moves into the head, actions of forms.
 * @throws Error when the library is written in another way, as after an upgrade
 */
export function withoutUnused(code: string): string {
  const read = createHash('sha256').update(code).digest('hex');
  if (read !== READ)
    throw new Error(
      `react-dom is not the one that src/build/react-dom.ts was made for: read what changed, then write ${read} there`,
    );
  let text = '';
  let at = 0;
  for (const { start, end, text: instead } of partsOf(parseAst(code))
    .flatMap(editsIn)
    .toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, start) + instead;
    at = end;
  }
  return text + code.slice(at);
}
