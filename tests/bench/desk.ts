import pg from 'pg';
import { type Page, chromium as playwright } from 'playwright-core';
import { copiesOf } from '../support/orders/many-orders.ts';
import { BIG } from './big-shop.ts';
import { type Buyer, type Signed, buy, openBuyer, plentifulItem, signUp } from './buyer.ts';
import { type Figure, type Limit, atMost, figure, percentile, processorSeconds } from './figures.ts';
import { browsers } from './phone.ts';
import type { Started } from './start.ts';
import { type Stream, openStream } from './streams.ts';

const [PEOPLE, ORDERS_EACH, OPERATORS, CHANGES] = [20, 10, 20, 20];
/** Orders of the shop while they are watched, and while its board is read. */
const [WATCHED, MANY] = [500, 100_000];
const READINGS = 50;
/** Times that the desk's processor is slower than this machine's. */
const SLOWER = 4;

interface Board {
  columns: {
    id: string;
    cards: { orderId: string; childId: string; version: number; orderCode: string }[];
  }[];
}

const staffOf = async (base: string): Promise<Signed> => {
  const { call, close } = openBuyer(base);
  const { json } = await call('POST', '/sandbox/staff/OPERATOR');
  close();
  // What the call answers
  return { authorization: `Bearer ${(json as { access_token: string }).access_token}`, refresh: '' };
};
const boardOf = async ({ call }: Buyer, { authorization }: Signed): Promise<Board> =>
  (await call('GET', '/api/ops/board', undefined, { authorization })).json as Board; // as the contract says

/** Everybody looks while one of the staff moves orders. @returns ms until the last of them knows, a change each */
async function watched(shop: Started, people: { signed: Signed; codes: string[] }[]): Promise<number[]> {
  const operators = await Promise.all(
    Array.from({ length: OPERATORS }, async () => {
      const signed = await staffOf(shop.url);
      const stream = await openStream(shop.url, '/api/ops/events', signed.authorization);
      return { signed, stream, buyer: openBuyer(shop.url) };
    }),
  );
  const shoppers = new Map<string, Stream>();
  for (const { signed, codes } of people)
    for (const code of codes)
      shoppers.set(
        code,
        await openStream(shop.url, `/api/operation/events?topics=order:${code}`, signed.authorization),
      );
  const [first] = operators;
  if (!first) throw new Error('nobody works here');
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const fresh = (await boardOf(first.buyer, first.signed)).columns.find(({ id }) => id === 'new');
    const card = fresh?.cards.find(({ orderCode }) => shoppers.has(orderCode));
    if (!card) throw new Error('no order of theirs is new');
    const seen = operators.map(async ({ signed, stream, buyer }) => {
      await stream.next('orders.changed');
      await boardOf(buyer, signed);
      return performance.now();
    });
    const told = shoppers.get(card.orderCode)?.next('order.changed') ?? performance.now();
    const began = performance.now();
    const { status, json } = await first.buyer.call(
      'POST',
      `/api/ops/orders/${card.orderId}/events`,
      { type: 'preparation.started', version: card.version },
      { authorization: first.signed.authorization, 'Idempotency-Key': `bench-${change}-${Date.now()}` },
    );
    if (status !== 200) throw new Error(JSON.stringify(json));
    times.push(Math.max(...(await Promise.all([...seen, told]))) - began);
  }
  for (const { stream, buyer } of operators) {
    stream.close();
    buyer.close();
  }
  for (const stream of shoppers.values()) stream.close();
  return times;
}

/** Notes, at each frame, when the board changed what it shows. Runs in the page. */
function watchCards(): void {
  const frames: [at: number, cards: number, text: string][] = [];
  Reflect.set(globalThis, 'boardFrames', frames);
  const look = () => {
    const all = document.querySelectorAll('[data-column] li');
    const text = document.querySelector('[data-column="new"] h2')?.textContent ?? '';
    const last = frames.at(-1);
    if (!last || last[1] !== all.length || last[2] !== text)
      frames.push([performance.now(), all.length, text]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
/** When the newest answer of the board was there, and when it was shown, ms of the page. */
const shownAfter = (page: Page, before: number): Promise<number> =>
  page.evaluate((count) => {
    const frames = Reflect.get(globalThis, 'boardFrames') as [number, number, string][];
    const read = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name }) => name.endsWith('/api/ops/board'),
    );
    const [shown] = frames.slice(count).filter(([, cards]) => cards > 0);
    return (
      (shown?.[0] ?? Number.NaN) -
      Math.max(...read.map(({ responseEnd }) => responseEnd).filter((at) => at <= (shown?.[0] ?? 0)))
    );
  }, before);
const framesIn = (page: Page): Promise<number> =>
  page.evaluate(() => (Reflect.get(globalThis, 'boardFrames') as unknown[]).length);

/** The board of a shop on a slow machine: its first drawing after its data, one change of it, and its bare markup. */
async function drawn(
  shop: Started,
  rounds: number,
): Promise<Record<'first' | 'change' | 'bare' | 'parts', number[]>> {
  const took = { first: [] as number[], change: [] as number[], bare: [] as number[], parts: [] as number[] };
  const [browser] = await browsers();
  if (!browser) throw new Error('there is no browser');
  const running = await playwright.launch({ ...browser.chromium, chromiumSandbox: false });
  const [operator, signed] = [openBuyer(shop.url), await staffOf(shop.url)];
  for (let round = 0; round < rounds; round++) {
    const context = await running.newContext({ viewport: { width: 1_280, height: 900 }, locale: 'pt-BR' });
    await context.addInitScript(watchCards);
    const page = await context.newPage();
    const address = shop.url.replace('127.0.0.1', `${BIG}.localhost`);
    await page.goto(`${address}/sandbox`);
    await page.evaluate(() => fetch('/sandbox/staff/OPERATOR', { method: 'POST' }));
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${address}/ops/orders`);
    await page.locator('[data-column="new"] li').first().waitFor();
    await page.waitForTimeout(2_000); // at rest
    took.first.push(await shownAfter(page, 0));
    took.parts.push(await page.locator('[data-column] li').count());
    const before = await framesIn(page);
    const card = (await boardOf(operator, signed)).columns.find(({ id }) => id === 'new')?.cards.at(-1);
    if (!card) throw new Error('no order is new');
    await operator.call(
      'POST',
      `/api/ops/orders/${card.orderId}/events`,
      { type: 'preparation.started', version: card.version },
      { authorization: signed.authorization, 'Idempotency-Key': `bench-drawn-${round}-${Date.now()}` },
    );
    await page.waitForFunction(
      (count) => (Reflect.get(globalThis, 'boardFrames') as unknown[]).length > count,
      before,
    );
    took.change.push(await shownAfter(page, before));
    took.bare.push(
      await page.evaluate(async () => {
        const board = document.querySelector('[data-column]')?.parentElement;
        if (!board) return Number.NaN;
        const copy = board.cloneNode(true);
        board.replaceChildren();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const began = performance.now();
        board.append(...copy.childNodes);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - began;
      }),
    );
    await context.close();
  }
  operator.close();
  await running.close();
  return took;
}

/**
 * The operator's desk: who looks while orders move, the board on a slow machine, and its reading of a shop that has
 * many orders.
 * @param read processor time of a bare answer of one row, ms
 */
export async function measureDesk(
  shop: Started,
  connectionString: string,
  read: Limit,
  rounds: number,
): Promise<Figure[]> {
  const first = openBuyer(shop.url);
  const item = await plentifulItem(first);
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, number) => {
      const buyer = openBuyer(shop.url);
      const signed = await signUp(buyer, (Date.now() % 1_000_000) + 2_000_000 + number);
      for (let order = 0; order < ORDERS_EACH; order++) await buy(buyer, signed, item);
      const { json } = await buyer.call('GET', '/api/operation/orders/pageable?size=50', undefined, {
        authorization: signed.authorization,
      });
      buyer.close();
      // As the contract says
      return { signed, codes: (json as { content: { code: string }[] }).content.map(({ code }) => code) };
    }),
  );
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const [{ id }] = (
    await owner.query<{ id: string }>(
      `select id from "order" where tenant_id = $1 and state = 'PAID' limit 1`,
      [BIG],
    )
  ).rows as [{ id: string }];
  const copy = async (count: number, state: string) => {
    for (const statement of copiesOf(id, count, state)) await owner.query(statement);
    await owner.query('reset session_replication_role');
    await owner.query('analyze');
  };
  await copy(WATCHED - PEOPLE * ORDERS_EACH, `'COMPLETED'`);
  const times = await watched(shop, people);
  const { first: whole, change, bare, parts } = await drawn(shop, rounds);
  await owner.query(
    `delete from order_item where order_id in (select id from "order" where state = 'COMPLETED' and tenant_id = $1)`,
    [BIG],
  );
  await owner.query(`delete from order_child where state = 'COMPLETED' and tenant_id = $1`, [BIG]);
  await owner.query(`delete from "order" where state = 'COMPLETED' and tenant_id = $1`, [BIG]);
  await copy(MANY, `case when n % 10 = 3 then 'CANCELED' else 'COMPLETED' end`);
  const signed = await staffOf(shop.url);
  const readings: number[] = [];
  const cpu = processorSeconds(shop.pid);
  for (let reading = 0; reading < READINGS; reading++) {
    const began = performance.now();
    await boardOf(first, signed);
    readings.push(performance.now() - began);
  }
  const used = ((processorSeconds(shop.pid) - cpu) / READINGS) * 1_000;
  first.close();
  await owner.end();
  const markup: Limit = { name: 'its markup put in by itself', value: percentile(bare, 0.5) };
  return [
    figure(
      `${OPERATORS} operators and ${PEOPLE * ORDERS_EACH} shoppers look at ${WATCHED} orders: the last knows of a change after, p95`,
      percentile(times, 0.95),
      'ms',
      { promised: atMost(1_000, 'ms') },
    ),
    figure(
      `board of ${percentile(parts, 0.5)} parts, ${SLOWER} × slower: drawn after its data`,
      percentile(whole, 0.5),
      'ms',
      {
        limit: markup,
      },
    ),
    figure(`board, ${SLOWER} × slower: a change drawn after its data`, percentile(change, 0.5), 'ms', {
      limit: markup,
    }),
    figure('reading the board of 100,000 orders, whole call', percentile(readings, 0.5), 'ms', {
      promised: atMost(20, 'ms'),
    }),
    figure('of it the server’s processor', used, 'ms', { limit: read }),
  ];
}
