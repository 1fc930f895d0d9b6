import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Layer } from '../tools/boundaries.ts';
import { architectureFile, architectureText, roomsPicture } from '../tools/rooms.ts';

it('shows the rooms in docs/architecture.md as the import table has them', async () => {
  expect(readFileSync(architectureFile, 'utf8'), 'run "npm run charts"').toBe(await architectureText());
});

it('draws what may be imported: whole rooms, parts of them, types', () => {
  const room = (name: string, own: RegExp[], types: RegExp[] = []): Layer => ({
    name,
    files: new RegExp(`^src/${name}/`),
    own: [new RegExp(`^src/${name}/`), ...own],
    types,
    packages: /^$/,
  });
  const table = [
    room('words', []),
    room('rules', [/^src\/words\//]),
    room('screen parts', [/^src\/words\/money/], [/^src\/words\//, /^src\/rules\/a\.ts$/]),
    room('house/cellar', []),
    room('house/attic', [/^src\/house\/cellar\//, /^src\/words\//], [/^src\/house\/garden\/a/]),
    room('house/garden', [/^src\/house\/cellar\//, /^src\/house\/attic\/a/]),
    room('empty', [/^src\//]),
  ];
  const files = [
    'src/words/money.ts',
    'src/words/order.ts',
    'src/rules/a.ts',
    'src/rules/b.ts',
    ...['cellar/a.ts', 'attic/a.ts', 'attic/b.ts', 'garden/a.ts'].map((file) => `src/house/${file}`),
  ];
  expect(roomsPicture(table, [...files, 'src/screen parts/x.ts']).split('\n')).toEqual([
    '```mermaid',
    'flowchart TB',
    '  words["words"]',
    '  rules["rules"]',
    '  screen_parts["screen parts"]',
    '  house["house"]',
    '  rules --> words',
    '  screen_parts -->|in part| words',
    '  screen_parts -.-> words',
    '  screen_parts -.->|in part| rules',
    '  house --> words',
    '```',
    '',
    'Inside house: Every room has `cellar`.',
    '',
    '| room | may import | types only |',
    '|---|---|---|',
    '| `cellar` |  |  |',
    '| `attic` |  | `garden` |',
    '| `garden` | `attic` in part |  |',
  ]);
});
