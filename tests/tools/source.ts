import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';

export const root = path.resolve(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  specifier: string;
  /** Repository path for own files, package name for packages, `node:…` for built-in modules. */
  target: string;
  isOwn: boolean;
  isTypeOnly: boolean;
  /** Imported names; `*` for a namespace, `default`; none for an import made for its effect. */
  names: string[];
}

/** A node of the syntax tree, as far as these checks look at it. */
export interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Own sources in a fixed order. Generated files, migrations and data are left out. */
export async function sourceFiles(
  patterns = ['src/**/*.{ts,tsx,mjs}', 'machines/**/*.ts', 'tests/**/*.{ts,tsx}', '*.ts'],
): Promise<SourceFile[]> {
  const found = new Set<string>();
  for await (const file of glob(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') }))
    found.add(file.split(path.sep).join('/'));
  return [...found]
    .filter((file) => !/(?:^|\/)(?:migrations|generated)\//.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

const { imports: aliases } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

function targetOf(specifier: string, from: string): { target: string; isOwn: boolean } {
  const clean = specifier.replace(/\?.*$/, '');
  if (clean.startsWith('.')) return { target: path.posix.join(path.posix.dirname(from), clean), isOwn: true };
  if (clean.startsWith('/')) return { target: path.posix.join('src', clean), isOwn: true };
  for (const [alias, folder] of Object.entries(aliases)) {
    const prefix = alias.slice(0, -1);
    if (clean.startsWith(prefix))
      return { target: path.posix.join(folder.slice(0, -1), clean.slice(prefix.length)), isOwn: true };
  }
  if (clean.startsWith('node:')) return { target: clean, isOwn: false };
  return {
    target: clean
      .split('/')
      .slice(0, clean.startsWith('@') ? 2 : 1)
      .join('/'),
    isOwn: false,
  };
}

export interface Parsed {
  file: SourceFile;
  imports: Import[];
  program: Node;
}

/** @throws SyntaxError naming the file, because a file that cannot be read cannot be called clean */
export function parse(file: SourceFile): Parsed {
  const { module, program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new SyntaxError(`${file.path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean, names: string[]) =>
    imports.push({ specifier, isTypeOnly, names, ...targetOf(specifier, file.path) });
  for (const { moduleRequest, entries } of module.staticImports) {
    const names = entries.map(({ importName }) =>
      importName.kind === 'Name' ? (importName.name ?? '') : importName.kind === 'Default' ? 'default' : '*',
    );
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType), names);
  }
  for (const { entries } of module.staticExports) {
    for (const entry of entries)
      if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType, [entry.importName.name ?? '*']);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const written = file.text.slice(moduleRequest.start, moduleRequest.end);
    if (/^(['"`])[^$]*\1$/.test(written)) add(written.slice(1, -1), false, ['*']);
  }
  // The parser's tree is typed in more detail than these checks need.
  const tree = program as unknown as Node;
  walk(tree, (node) => {
    const source =
      node.type === 'TSImportType'
        ? ((node['source'] ?? node['argument']) as { value?: unknown } | undefined)
        : undefined;
    if (typeof source?.value === 'string') add(source.value, true, ['*']);
  });
  return { file, imports, program: tree };
}

/** Visits every node of a syntax tree, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** 1-based line of an offset, for messages. */
export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
