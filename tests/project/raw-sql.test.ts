import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Code alone: comments may name what is not done. */
const codeOf = (text: string) => text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
const files = globSync('{src,machines}/**/*.ts').map((file) => ({
  file,
  code: codeOf(readFileSync(file, 'utf8')),
}));

/**
 * Places that hand a text to the database past the query builder, where values cannot become SQL by
 * themselves; each says whose text it is. None of it comes from a call.
 */
const allowed: Record<string, string> = {
  'src/server/db/database.ts':
    'the walls of a transaction: the name of a tenant of the directory, as an escaped literal',
  'src/server/db/postgres.ts': 'begin, commit, rollback, and the texts of those who are named here',
  'src/server/db/pglite.ts': 'begin, commit, rollback, and the texts of those who are named here',
  'src/server/db/migrate.ts':
    'migrations of this repository; the role of the configuration as an escaped identifier',
  'src/server/jobs/queue.ts': "texts of the queue's library; its own schema",
  'src/server/jobs/jobs.ts': "the queue's texts and its schema, a constant",
  'src/server/http/metrics.ts': "the queue's schema, a constant",
  'src/server/backup/backup.ts': 'constant texts',
  'src/server/backup/backup-server.ts':
    'constant texts; names of databases of the configuration as escaped identifiers',
  'src/server/commands/doctor.ts': 'constant texts',
  'src/server/http/health.ts': 'constant texts',
};
const pastTheBuilder = [
  /\bexecuteSql\(/,
  /\b(?:client|pool|pglite|listener|guarded)\.(?:query|exec)\(/,
  /\bescape(?:Literal|Identifier)\(/,
  /\bexecProtocolRaw\(/,
];

/** What of a code goes past the builder. */
const builtIn = (code: string): string[] =>
  code
    .split('\n')
    .filter(
      (line) =>
        pastTheBuilder.some((one) => one.test(line)) &&
        !/^\s*(?:async )?executeSql\(text|executeSql\(text: string/.test(line),
    )
    .map((line) => line.trim());
/** Statements of the builder that are given a text instead of a template whose values travel apart. */
const textsIn = (code: string): string[] =>
  [...code.matchAll(/\b(?:tx|outer|inner|global)\.execute\((?!sql`|\s*sql`)[^)]*/g)].map(([found]) => found);

describe('SEC-36 raw SQL', () => {
  it('is written nowhere but in the places that say why', () => {
    const found = files
      .filter(({ code }) => builtIn(code).length > 0)
      .map(({ file }) => file)
      .toSorted();
    expect(found).toEqual(Object.keys(allowed).toSorted());
  });

  it("is never a template's: no text becomes SQL unread", () => {
    expect(
      files.flatMap(({ file, code }) =>
        [...code.matchAll(/\bsql\.raw\(|\.unsafe\(/g)].map(([what]) => `${file}: ${what}`),
      ),
    ).toEqual([]);
    expect(
      files
        .filter(({ file }) => !Object.hasOwn(allowed, file))
        .flatMap(({ file, code }) => textsIn(code).map((what) => `${file}: ${what}`)),
    ).toEqual([]);
    // The one that is made: of a column of the schema.
    expect(
      files.flatMap(({ file, code }) =>
        [...code.matchAll(/sql\.identifier\(([^)]*)\)/g)].map(([, name]) => `${file}: ${name}`),
      ),
    ).toEqual(['src/server/db/prepared.ts: column.name']);
  });

  it('would be found', () => {
    expect(builtIn('await pool.query(`select * from item where name = ${name}`)')).toHaveLength(1);
    expect(builtIn('const { rows } = await db.executeSql(`select ${column}`);')).toHaveLength(1);
    expect(textsIn('await tx.execute(`select ${column}`)')).toHaveLength(1);
    expect(textsIn('await tx.execute(sql`select ${value}`)')).toEqual([]);
  });
});
