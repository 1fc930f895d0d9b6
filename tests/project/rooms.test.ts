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
    room('empty', [/^src\//]),
  ];
  const files = ['src/words/money.ts', 'src/words/order.ts', 'src/rules/a.ts', 'src/rules/b.ts'];
  expect(roomsPicture(table, [...files, 'src/screen parts/x.ts']).split('\n')).toEqual([
    '```mermaid',
    'flowchart TB',
    '  words["words"]',
    '  rules["rules"]',
    '  screen_parts["screen parts"]',
    '  rules --> words',
    '  screen_parts -->|in part| words',
    '  screen_parts -.-> words',
    '  screen_parts -.->|in part| rules',
    '```',
  ]);
});
