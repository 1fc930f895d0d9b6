import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Parsed, type SourceFile, parse, root } from './source.ts';

/** Files that nothing imports: read by a page or a build, run by a command or as a process of their own. */
const entries =
  /^(?:[^/]+\.ts|src\/(?:(?:ops\/|flows\/)?main\.tsx|(?:ops\/)?screens\/[\w/-]+-screen\.tsx|sw\.ts|shell\/render\.tsx|shell\/wiring\/with-selector\.ts|components\/product\/icon-of\.ts|server\/commands\/[^/]+|server\/db\/drizzle\.config\.ts)|tests\/.+\.test\.tsx?|tests\/support\/(?:store\/(?:global-setup|killable|postgres-guard|quick-start|upgrade-fixture)|browser\/journeys-setup|counted)\.ts|tests\/bench\/(?:bare|drawer|floor\/hydrate)\.ts)$/;
/**
 * Parts whose names nobody imports yet: the lists to search in, for the operator's side, are the one room
 * where Mantine's own components live; the constants of the specification are held to their values by a test;
 * a type of the charts' list is there to fail when a row of the screens has no state.
 */
const kept =
  /^(?:src\/(?:components\/form\/search-select\.tsx|domain\/constants\.ts|contract\/)|machines\/navigation\/charts\.ts)/;

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
const manifestOf = (name: string): Manifest =>
  // Of a package
  JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as Manifest;

/**
 * Dependencies that nobody uses. A package is used by an import, by its address in a style sheet, by its
 * program in a command, for the types of one that is used, or as a peer of one that is (`@mantine/hooks` of
 * `@mantine/core`).
 * @param texts where a package may be named without being imported: style sheets, the runner of the checks
 */
export function idleDependencies(
  { dependencies = {}, devDependencies = {}, scripts = {} }: Manifest,
  parsed: readonly Parsed[],
  texts: readonly string[],
  peersOf = (name: string) => Object.keys(manifestOf(name).peerDependencies ?? {}),
): string[] {
  const imported = new Set(parsed.flatMap(({ imports }) => imports.map(({ target }) => target)));
  const named = [...texts, ...Object.values(scripts)].join('\n');
  const program = (name: string) => (name.split('/').at(-1) ?? name).replace(/[.*+?]/g, '\\$&');
  const all = Object.keys({ ...dependencies, ...devDependencies });
  const isNamed = (name: string) =>
    imported.has(name) ||
    named.includes(`"${name}/`) ||
    named.includes(`'${name}'`) ||
    new RegExp(`(?:^|bin\\('|['"\`@ ])${program(name)}(?:'\\)|[-/ '"]|$)`, 'm').test(named);
  const used = new Set(all.filter(isNamed));
  for (const name of used) for (const peer of peersOf(name)) if (all.includes(peer)) used.add(peer);
  return all.filter((name) => {
    const typed = /^@types\/(.+)$/.exec(name)?.[1]?.replace('__', '/');
    return !used.has(name) && !(typed && (typed === 'node' || used.has(typed)));
  });
}

/** What a file offers by name. */
const exportsOf = ({ program }: Parsed): string[] =>
  (program['body'] as Parsed['program'][]).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node['source']) return [];
    const declared = node['declaration'] as { id?: { name?: string }; declarations?: unknown[] } | null;
    const specifiers = node['specifiers'] as { exported: { name?: string } }[];
    const variables = (declared?.declarations ?? []) as { id: { name?: string } }[];
    return [
      declared?.id,
      ...variables.map(({ id }) => id),
      ...specifiers.map(({ exported }) => exported),
    ].flatMap((id) => id?.name ?? []);
  });

/**
 * Files that nobody loads, and exports that no other file asks for and that are not used in their own either,
 * as `file` and `file: name`.
 * @param commands of the package, which start some files
 */
export function deadCode(parsed: readonly Parsed[], commands: readonly string[] = []): string[] {
  const wanted = new Map<string, Set<string>>();
  for (const { imports } of parsed)
    for (const { target, names } of imports) {
      const known = wanted.get(target) ?? new Set<string>();
      for (const name of names.length > 0 ? names : ['']) known.add(name);
      wanted.set(target, known);
    }
  return parsed.flatMap((one) => {
    const { path: file, text } = one.file;
    if (entries.test(file) || kept.test(file) || commands.some((command) => command.includes(file)))
      return [];
    const names = wanted.get(file);
    if (!names) return [file];
    if (names.has('*')) return [];
    const isUsedHere = (name: string) =>
      (text.match(new RegExp(`\\b${name.replace('$', '\\$')}\\b`, 'g')) ?? []).length > 1;
    return exportsOf(one)
      .filter((name) => !names.has(name) && !isUsedHere(name))
      .map((name) => `${file}: ${name}`);
  });
}

export const parseAll = (files: readonly SourceFile[]): Parsed[] => files.map(parse);
