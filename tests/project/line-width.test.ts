import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { type Node, lineAt, parse, type SourceFile, sourceFiles, walk } from '../tools/source.ts';

/** Columns of a line at most. The formatter breaks code at 110; it leaves comments and long words of code alone. */
const MOST = 120;
/**
 * Rows of tables that are read as the pages made of them (`docs/coverage.md`, `docs/requirements.md`): one
 * row, one line.
 */
const DATA = /^tests\/tools\/coverage\//;
const LITERALS = new Set(['Literal', 'TemplateElement', 'TemplateLiteral', 'JSXText']);

/**
 * Lines that are too long. One text is not cut: what somebody reads on a screen, a statement of SQL, a pattern or
 * a file of another language is searched for as it stands, so a line may end in it.
 */
function longIn(file: SourceFile): string[] {
  const lines = file.text.split('\n');
  if (lines.every((line) => line.length <= MOST)) return [];
  const excused = new Set<number>();
  walk(parse(file).program, (node: Node) => {
    if (!LITERALS.has(node.type)) return;
    const end = lineAt(file.text, Number(node['end']));
    for (let at = lineAt(file.text, node.start); at <= end; at++) {
      const start = lines.slice(0, at - 1).join('\n').length + (at > 1 ? 1 : 0);
      // The text passes the edge, or what closes its line does.
      if (node.start - start < MOST && Number(node['end']) - start >= MOST - 20) excused.add(at);
    }
  });
  for (const { start, end } of parseSync(file.path, file.text).comments)
    for (let at = lineAt(file.text, start); at <= lineAt(file.text, end); at++) excused.delete(at);
  return lines.flatMap((line, at) =>
    line.length > MOST && !excused.has(at + 1) ? [`${file.path}:${at + 1} (${line.length})`] : [],
  );
}

it('holds no line that is longer than a window is wide', async () => {
  const files = (await sourceFiles()).filter(({ path }) => !DATA.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(longIn)).toEqual([]);
});

const long = 'word '.repeat(30).trim();
it.each([
  `/** ${long} */`,
  `// ${long}`,
  `/*\n * ${long}\n */`,
  `step(); // ${long}`,
  `const ${long.replaceAll(' ', '_')} = 1;`,
])('sees %s', (text) => {
  expect(longIn({ path: 'src/domain/thing.ts', text })).toHaveLength(1);
});
it.each([`const text = '${long}';`, `const text = \`${long}\`;`, `const pattern = /${long}/;`])(
  'lets one text be whole in %s',
  (text) => {
    expect(longIn({ path: 'src/domain/thing.ts', text })).toEqual([]);
  },
);
