import { remembered } from './remembered.ts';

/** A rule of a style sheet with the classes that its selectors ask for, or a group of rules. */
type Rule =
  | { readonly text: string; readonly needs: readonly (readonly string[])[] }
  | { readonly head: string; readonly rules: readonly Rule[] };

/** Index after the block, the quoted text or the brackets that open at `from`. */
function endOf(css: string, from: number): number {
  const opened = css[from];
  if (opened === '"' || opened === "'") {
    let at = from + 1;
    while (at < css.length && css[at] !== opened) at += css[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  const closed = opened === '{' ? '}' : opened === '(' ? ')' : ']';
  let at = from + 1;
  while (at < css.length && css[at] !== closed) at = /["'({[]/.test(css[at] ?? '') ? endOf(css, at) : at + 1;
  return at + 1;
}

/** Parts of a selector list, each without what stands in brackets: `:is(…)`, `:not(…)`, `[…]`. */
function plainSelectors(prelude: string): string[] {
  const parts = [''];
  for (let at = 0; at < prelude.length; ) {
    const sign = prelude[at] ?? '';
    if (sign === ',') parts.push('');
    if (/["'([]/.test(sign)) at = endOf(prelude, at);
    else {
      if (sign !== ',') parts[parts.length - 1] += sign;
      at++;
    }
  }
  return parts;
}

/** Reads a sheet as the build writes it: without comments. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length; ) {
    const begin = at;
    while (at < css.length && css[at] !== '{' && css[at] !== ';')
      at = /["'([]/.test(css[at] ?? '') ? endOf(css, at) : at + 1;
    const head = css.slice(begin, at).trim();
    const isBlock = css[at] === '{';
    const end = isBlock ? endOf(css, at) : at + 1;
    if (/^@(media|supports|container|layer|starting-style)/.test(head) && isBlock)
      rules.push({ head, rules: rulesOf(css.slice(at + 1, end - 1)) });
    else if (head !== '')
      rules.push({
        text: css.slice(begin, end).trim(),
        needs: head.startsWith('@')
          ? []
          : plainSelectors(head).map((part) =>
              [...part.matchAll(/\.([\w-]+)/g)].map(([, name]) => name ?? ''),
            ),
      });
    at = end;
  }
  return rules;
}

/**
 * The rules that a page can need before its style sheets are there: all but those whose every selector asks
 * for a class that nothing in it has.
 */
const criticalCss = (rules: readonly Rule[], classes: ReadonlySet<string>): string =>
  rules
    .map((rule) => {
      if ('text' in rule) {
        const isNeeded =
          rule.needs.length === 0 || rule.needs.some((names) => names.every((name) => classes.has(name)));
        return isNeeded ? rule.text : '';
      }
      const inner = criticalCss(rule.rules, classes);
      return inner && `${rule.head}{${inner}}`;
    })
    .join('');

/** All classes of a page, in the order in which they come first. */
function classesIn(html: string): Set<string> {
  // Most elements look like one before them.
  const attributes = new Set<string>();
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g)) attributes.add(names);
  return new Set([...attributes].flatMap((names) => names.split(' ')));
}

/** Kinds of pages whose styles are remembered: pages of one kind have the same classes, more or less. */
const KINDS = 100;

/** What pages can need of one sheet, which is read once. @returns the styles of a page's markup */
export function criticalCssOf(sheet: string): (html: string) => string {
  const rules = rulesOf(sheet);
  const ofClasses = remembered(KINDS, (classes) => criticalCss(rules, new Set(classes.split(' '))));
  return (html) => ofClasses([...classesIn(html)].join(' '));
}
