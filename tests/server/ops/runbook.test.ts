import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy, newClient, newLead, see } from '#tests/support/buyers.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

describe('the runbook for personal data that got out', () => {
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => void (server = await openTestServer('postgres', { lines })));
  afterAll(() => server.close());

  it('PRV-05 leads from the log to the contacts of whoever is affected, and to nobody else', async () => {
    const [read, unread, stranger] = [
      await newClient(server),
      await newClient(server),
      await newClient(server, { host: 'clube.localhost' }),
    ];
    const [guest, silent] = [await newLead(server), await newLead(server)];
    await buy(server, guest);
    const begun = lines.length;
    const { bearer } = read;
    for (const who of [{ bearer }, guest, silent, { bearer: stranger.bearer, host: 'clube.localhost' }])
      await see(server, who, '/api/operation/carts/00000000-0000-4000-8000-000000000000');
    await see(server, { bearer: 'stolen' }, '/api/users');
    const copied = lines.slice(begun).map((line) => JSON.parse(line) as { tenant?: string; actor?: string });
    // As the line for jq says.
    expect(runbook).toContain(`select(.tenant == "client" and .actor) | .actor | split(":")[1]`);
    const ids = [
      ...new Set(
        copied.flatMap(({ tenant, actor }) => (tenant === 'client' && actor ? [actor.split(':')[1]] : [])),
      ),
    ].join();
    const [, statement = ''] =
      /```sql\n([\s\S]*?)```/.exec(runbook.slice(runbook.indexOf('Who is affected'))) ?? [];
    const rows = await server.asOwner(
      statement.replaceAll(":'ids'", `'${ids}'`).replaceAll(":'tenant'", `'client'`),
    );
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: read.userId, phone: read.phone, email: null },
        { id: guest.leadId, phone: '+5511987654321', email: 'marina@exemplo.com' },
      ]),
    );
    for (const other of [unread, stranger]) expect(JSON.stringify(rows)).not.toContain(other.userId);
  });
});
