import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertHumbleRole, migrateServer } from '#server/db/migrate.ts';
import { type PostgresServer, addressOf, startPostgres } from '#tests/support/store/postgres.ts';

describe('a database whose owner is no superuser', () => {
  let server: PostgresServer;
  // A server of its own: roles belong to the whole server, and here nobody but this owner has made any.
  beforeAll(async () => void (server = await startPostgres()));
  afterAll(() => server.stop());
  const urlOf = (role: string, database = 'shop') => addressOf(server.host, database, role);
  async function ask(role: string, statements: string[], database?: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: urlOf(role, database) });
    await client.connect();
    try {
      let rows: unknown[] = [];
      for (const text of statements) ({ rows } = await client.query(text));
      return rows;
    } finally {
      await client.end();
    }
  }

  it('is brought up to date by them, serves another, and lets neither see through the walls', async () => {
    await ask(
      'postgres',
      ['create role keeper login createrole', 'create role shop login', 'create database shop owner keeper'],
      'postgres',
    );
    await migrateServer(urlOf('keeper'), urlOf('shop'));
    await assertHumbleRole(urlOf('shop'));
    expect(await ask('shop', ['set role app', 'select * from due_work(now())'])).toEqual([]);
    await ask('keeper', [
      `set app.tenant = 'one'`,
      `insert into audit (tenant_id, id, at, actor, action, target, data) values ('one', gen_random_uuid(), now(), 'x', 'x', 'x', '{}')`,
    ]);
    expect(await ask('keeper', ['select * from audit'])).toEqual([]);
    for (const role of ['keeper', 'shop'])
      await expect(ask(role, ['set role sweeper'])).rejects.toThrow('permission denied');
  });
});
