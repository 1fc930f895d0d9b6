import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

type Row = Record<string, unknown>;
/** Statements as the owner of the tables, whom no wall stops. Answers the rows of the last one. */
export type AsOwner = (...statements: string[]) => Promise<Row[]>;

export const ownerOf =
  (pglite: PGlite | null, adminUrl: string | null): AsOwner =>
  async (...statements) => {
    const text = statements.join(';\n');
    if (pglite) {
      await pglite.exec('reset role');
      try {
        return (await pglite.exec(text)).at(-1)?.rows ?? [];
      } finally {
        await pglite.exec('set role app');
      }
    }
    const client = new pg.Client({ connectionString: adminUrl ?? '' });
    await client.connect();
    try {
      const result: unknown = await client.query(text);
      // Several statements answer a list
      return ((Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult<Row>).rows;
    } finally {
      await client.end();
    }
  };
