import { parseSync } from 'vite';
import type { CopyKind, CopyText } from '#flows/copy/text.ts';
import { isCopy, isUnseen } from './portuguese.ts';

/** A node of the syntax tree, as far as it is looked at. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
/** Where a text stands, and how it is written there. */
export interface Place extends CopyText {
  start: number;
  end: number;
  form: 'string' | 'attribute' | 'jsx' | 'template';
  /** what a template puts in, as it is written */
  inserts: string[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const childrenOf = (node: Node): [key: string, child: Node][] =>
  Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child): [string, Node] => [key, child]),
  );
/** The name of an identifier, of an attribute, of an element, or what a member is called. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  const { name, property, value } = node;
  if (typeof name === 'string') return name;
  if (isNode(name)) return nameOf(name);
  return typeof value === 'string' ? value : nameOf(property);
}

/** Attributes that say how something is, not what is read. */
const SILENT =
  /^(?:class(?:Name)?|id|htmlFor|key|role|type|name|variant|tone|href|to|color|size|sizes|as|component|style|src|rel|target|method|width|height|auto\w+|inputMode|enterKeyHint|accept|mode|kind|align|justify|aria-(?:labelledby|describedby|controls|current|live|haspopup|owns)|data-[\w-]+)$/;
/** What nobody reads: types, sources of imports, faults for whoever mends them. */
function isSkipped(node: Node, parent: Node | undefined, key: string): boolean {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return true;
  if (/^(?:Import|ExportAll|ThrowStatement)/.test(node.type)) return true;
  if (node.type === 'NewExpression' && /(?:Error|Fault|URL|RegExp)$/.test(nameOf(node['callee'])))
    return true;
  if (node.type === 'JSXAttribute') return SILENT.test(nameOf(node));
  if (!parent) return false;
  return (
    ((parent.type === 'Property' || parent.type === 'SwitchCase') && (key === 'key' || key === 'test')) ||
    (parent.type === 'MemberExpression' && key === 'property') ||
    (parent.type === 'ExportNamedDeclaration' && key === 'source') ||
    (parent.type === 'BinaryExpression' && node.type === 'Literal' && parent['operator'] !== '+')
  );
}

/** Between a text and what shows it. */
const PASSED =
  /^(?:ConditionalExpression|LogicalExpression|ParenthesizedExpression|JSXExpressionContainer|TemplateLiteral)$/;
/** What shows a text: its element, and the attribute where it stands in one. */
function shownBy(parents: readonly Node[]): { element: string; attribute: string | null } | null {
  let at = parents.length - 1;
  while (at >= 0 && PASSED.test(parents[at]?.type ?? '')) at--;
  const holder = parents[at];
  if (holder?.type === 'JSXAttribute') {
    const opening = parents[at - 1];
    return { element: nameOf(opening), attribute: nameOf(holder) };
  }
  if (holder?.type === 'JSXElement') return { element: nameOf(holder['openingElement']), attribute: null };
  return holder?.type === 'JSXFragment' ? { element: '', attribute: null } : null;
}

function kindOf(shown: ReturnType<typeof shownBy>, parents: readonly Node[]): CopyKind {
  const property = parents.findLast(({ type }) => type === 'Property');
  if (!shown) {
    const isOwn = parents.at(-1) === property || PASSED.test(parents.at(-1)?.type ?? '');
    return isOwn && property && nameOf(property['key']) === 'placeholder' ? 'placeholder' : 'text';
  }
  const { element, attribute } = shown;
  if (attribute === 'placeholder') return 'placeholder';
  if (attribute === 'aria-label' || attribute === 'alt') return 'spoken';
  if (attribute === 'title') return element === 'AppScreen' ? 'title' : 'heading';
  if (attribute === 'label')
    return /Input|Field|Select|Area|Checkbox|Switch|Radio/.test(element) ? 'label' : 'text';
  if (attribute !== null) return 'text';
  if (/Heading$|^h[1-6]$|^Title$/.test(element)) return 'heading';
  return /Button$|^button$/.test(element) ? 'button' : 'text';
}

/** A text between tags as a browser shows it: lines are joined by a space. */
const joinedLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

function textAt(
  node: Node,
  source: string,
  parent: Node | undefined,
): Pick<Place, 'text' | 'form' | 'inserts'> | null {
  if (node.type === 'JSXText') return { text: joinedLines(String(node['value'])), form: 'jsx', inserts: [] };
  if (node.type === 'Literal' && typeof node['value'] === 'string')
    return {
      text: node['value'],
      form: parent?.type === 'JSXAttribute' ? 'attribute' : 'string',
      inserts: [],
    };
  if (node.type !== 'TemplateLiteral' || parent?.type === 'TaggedTemplateExpression') return null;
  // The parser's tree: as many texts as there are things put in, and one more.
  const quasis = node['quasis'] as (Node & { value: { cooked: string } })[];
  const last = quasis.length - 1;
  const text = quasis.map(({ value }, at) => value.cooked + (at < last ? `{${at + 1}}` : '')).join('');
  // The parser's tree: one fewer than texts.
  const inserts = (node['expressions'] as Node[]).map(({ start, end }) => source.slice(start, end));
  return { text, form: 'template', inserts };
}

/** Every text of a file that the shop shows, in the order in which they stand. @param screen that the file draws */
export function placesIn(file: string, source: string, screen: string | null): Place[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const found: Omit<Place, 'nth' | 'of' | 'line'>[] = [];
  const isTable = file.startsWith('machines/');
  const templates = new Set<Node>();
  const visit = (node: Node, parents: readonly Node[], key: string): void => {
    const parent = parents.at(-1);
    if (isSkipped(node, parent, key)) return;
    const written = textAt(node, source, parent);
    if (written) {
      const shown = shownBy(parents);
      // Of a table of screens the titles alone are read by people.
      const isTitle = isTable && parent?.type === 'Property' && nameOf(parent['key']) === 'title';
      const around = parents.slice(parents.findLastIndex(({ type }) => !PASSED.test(type)) + 1);
      const isShown =
        node.type === 'JSXText' ||
        (shown !== null && shown.attribute === null) ||
        around.some((one) => templates.has(one));
      const plain = written.text.replace(/\{\d+\}/g, ' ');
      if (isTable ? isTitle : /\p{L}/u.test(plain) && !isUnseen(plain) && (isShown || isCopy(plain))) {
        if (written.form === 'template') templates.add(node);
        const row = parents.findLast((one) => one.type === 'Property' && one !== parent);
        found.push({
          ...written,
          file,
          kind: isTable ? 'title' : kindOf(shown, parents),
          screen: isTable && row ? nameOf(row['key']) : screen,
          start: node.start,
          end: node.end,
        });
      }
    }
    for (const [at, child] of childrenOf(node)) visit(child, [...parents, node], at);
  };
  // The parser's tree is typed in more detail than is looked at here.
  visit(program as unknown as Node, [], '');
  const times = new Map<string, number>();
  return found
    .sort((a, b) => a.start - b.start)
    .map((one) => {
      const nth = (times.get(one.text) ?? 0) + 1;
      times.set(one.text, nth);
      const of = found.filter(({ text }) => text === one.text).length;
      return { ...one, nth, of, line: source.slice(0, one.start).split('\n').length };
    });
}
