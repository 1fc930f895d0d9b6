import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

type Row = Record<string, unknown>;
/** Statements as the owner of the tables, whom no wall stops. Answers the rows of the last one. */
export type AsOwner = (...statements: string[]) => Promise<Row[]>;
export interface Owner {
  asOwner: AsOwner;
  close(): Promise<void>;
}

/** The owner of a test's database: on PostgreSQL with a connection of their own, opened when it is first needed. */
export function ownerOf(pglite: PGlite | null, adminUrl: string | null): Owner {
  if (pglite) return { asOwner: asOwnerOf(pglite), close: async () => undefined };
  const pool = new pg.Pool({ connectionString: adminUrl ?? '' });
  // A database that goes away while nobody asks is what some tests are about.
  pool.on('error', () => undefined);
  return {
    async asOwner(...statements) {
      const client = await pool.connect();
      let isSpent = true; // until nothing is left in it of what was asked, such as a role
      try {
        const result: unknown = await client.query(statements.join(';\n'));
        await client.query('discard all');
        isSpent = false;
        // Several statements answer a list
        return ((Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult<Row>).rows;
      } finally {
        client.release(isSpent);
      }
    },
    close: () => pool.end(),
  };
}

const asOwnerOf =
  (pglite: PGlite): AsOwner =>
  async (...statements) => {
    await pglite.exec('reset role');
    try {
      return (await pglite.exec(statements.join(';\n'))).at(-1)?.rows ?? [];
    } finally {
      await pglite.exec('set role app');
    }
  };
