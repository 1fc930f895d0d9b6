import { expect } from 'vitest';
import { shelfOf } from './api-driver.ts';
import { ownerOf } from './owner.ts';
import { addressOf, startPostgres } from './postgres.ts';
import { type Shop, startShop } from '../shop.ts';

/** What the owner of a shop does to it while people buy. Names are those of the shelf, without an apostrophe. */
export interface Owner {
  /** Sells it for another price, in centavos. */
  price(name: string, centavos: number): Promise<void>;
  /** Nothing is left of it, but what somebody holds. */
  sellOut(name: string): Promise<void>;
  /** A coupon for everybody, of so many percent. */
  promise(code: string, percent: number): Promise<void>;
  end(code: string): Promise<void>;
  /** The time of whatever is held is over, and the shop has given it back; no page is told. */
  endHolds(): Promise<void>;
  /** Brings everything back to what it was, and leaves nothing in anybody's cart. */
  restore(): Promise<void>;
}

/** A shop on a PostgreSQL of its own, where somebody else than the shop may write: its owner. */
export async function startOwnedShop(template: string): Promise<Shop & { owner: Owner }> {
  const postgres = await startPostgres();
  const url = addressOf(postgres.host, 'postgres');
  const shop = await startShop({
    template,
    env: {
      DATABASE_URL: url,
      DATABASE_ADMIN_URL: url,
      SECRET_KEYS: `one:${'k'.repeat(40)}`,
      PIX_WEBHOOK_SECRET: 'p'.repeat(40),
    },
  });
  const { asOwner: sql, close: closeOwner } = ownerOf(null, url);
  const back: (() => Promise<void>)[] = [];
  const told = { t: 'client', k: 'data', e: { type: 'data.changed' } };
  /** Writes, and waits until the shop says so to whoever looks. */
  async function write(
    statement: string,
    isSaid?: (one: { price: number; quantity: number }) => boolean,
    name = '',
  ) {
    await sql(statement, `select pg_notify('vitrine', '${JSON.stringify(told)}')`);
    if (isSaid)
      await expect
        .poll(async () => (await shelfOf(shop)).filter((one) => one.name === name && isSaid(one)).length)
        .toBe(1);
  }
  const itemOf = (name: string) => `from item where tenant_id = 'client' and name = '${name}'`;
  const price = (name: string, centavos: number) =>
    write(
      `update item set price = ${centavos} where tenant_id = 'client' and name = '${name}'`,
      (one) => Math.round(one.price * 100) === centavos,
      name,
    );
  const stock = (name: string, quantity: string) =>
    `update stock set quantity = ${quantity} where tenant_id = 'client' and item_id in (select id ${itemOf(name)})`;
  return {
    ...shop,
    close: async () => {
      await shop.close();
      await closeOwner();
      await postgres.stop();
    },
    owner: {
      async price(name, centavos) {
        const [row] = await sql(`select price ${itemOf(name)}`);
        back.push(() => price(name, Number(row?.['price'])));
        await price(name, centavos);
      },
      async sellOut(name) {
        const [row] = await sql(`select quantity from stock where item_id in (select id ${itemOf(name)})`);
        back.push(() =>
          write(stock(name, `quantity + ${Number(row?.['quantity'])}`), ({ quantity }) => quantity > 0, name),
        );
        await write(stock(name, '0'), ({ quantity }) => quantity === 0, name);
      },
      async promise(code, percent) {
        await sql(
          `insert into promotion (tenant_id, id, name, type, percent) values ('client', gen_random_uuid(), '${code}', 'PERCENT', ${percent})`,
          `insert into coupon (tenant_id, code, promotion_id) select 'client', name, id from promotion where name = '${code}'`,
        );
      },
      async end(code) {
        const ends = (at: string) => write(`update promotion set ends_at = ${at} where name = '${code}'`);
        back.push(() => ends('null'));
        await ends("now() - interval '1 minute'");
      },
      async endHolds() {
        await sql("update cart_lock set locked_until = now() - interval '1 minute' where state = 'held'");
        await expect.poll(() => sql("select cart_uuid from cart_lock where state = 'held'")).toEqual([]);
      },
      async restore() {
        for (const undo of back.splice(0).toReversed()) await undo();
        await sql("update cart set lines = '[]', told = '[]' where state = 'open'");
      },
    },
  };
}
