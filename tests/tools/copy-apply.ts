/**
 * `npm run copy:apply -- <file>` writes the changes that the copy desk of the flow book hands out (`mudancas.json`)
 * into the sources. What changed there meanwhile is refused by name, and nothing else is touched.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { applied } from '../../src/build/copy/apply.ts';
import { copyFiles } from '../../src/build/copy/copy.ts';
import { root } from './source.ts';

const Changes = v.array(
  v.strictObject({ file: v.string(), from: v.string(), nth: v.number(), of: v.number(), to: v.string() }),
);

/**
 * @param text what the copy desk handed out
 * @param folder where the sources are
 * @param files those in which texts may be changed: no other path is opened
 * @throws Error for what the copy desk never hands out
 */
export function applyCopy(
  text: string,
  folder: string,
  files: readonly string[],
): { written: number; refused: string[] } {
  const changes = v.parse(Changes, JSON.parse(text));
  const refused: string[] = [];
  let written = 0;
  for (const [file, those] of Map.groupBy(changes, (change) => change.file)) {
    if (!files.includes(file)) {
      refused.push(`${file}: não é um arquivo de textos da loja`);
      continue;
    }
    const full = path.join(folder, file);
    const result = applied(file, readFileSync(full, 'utf8'), those);
    if (result.written > 0) writeFileSync(full, result.source);
    written += result.written;
    refused.push(...result.refused);
  }
  return { written, refused };
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  try {
    if (file === undefined) throw new Error('Diga o arquivo: npm run copy:apply -- mudancas.json');
    const { written, refused } = applyCopy(readFileSync(file, 'utf8'), root, copyFiles());
    console.log(`${written} textos escritos. Depois: npm run format, e o teste de quem os diz.`);
    for (const one of refused) console.error(`Recusado: ${one}`);
    if (refused.length > 0) process.exitCode = 1;
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    process.exitCode = 1;
  }
}
