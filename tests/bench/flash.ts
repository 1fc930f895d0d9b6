import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SCARCE, SCARCE_UNITS } from './big-shop.ts';
import { type Buyer, Refused, type Signed, hold, openBuyer, order, plentifulItem, signUp } from './buyer.ts';
import { type Figure, type Limit, atMost, figure, percentile, processorSeconds } from './figures.ts';
import type { Started } from './start.ts';

const BUYERS = 2_000;
const WITHIN = 10_000;
const SIGNING_UP = 16;

interface Person {
  buyer: Buyer;
  signed: Signed;
}

async function gather(shop: Started): Promise<Person[]> {
  const people: Person[] = [];
  let next = 0;
  const one = async () => {
    for (let number = next++; number < BUYERS; number = next++) {
      const buyer = openBuyer(shop.url);
      people.push({ buyer, signed: await signUp(buyer, 2_000_000 + number) });
    }
  };
  await Promise.all(Array.from({ length: SIGNING_UP }, one));
  return people;
}

/** A whole try while nobody else is there, of something that there is plenty of: median of many. */
async function tryAlone(shop: Started): Promise<Limit> {
  const buyer = openBuyer(shop.url);
  const signed = await signUp(buyer, 1_990_000);
  const item = await plentifulItem(buyer);
  const times: number[] = [];
  for (let round = 0; round < 50; round++) {
    const began = performance.now();
    await order(buyer, signed, await hold(buyer, signed, item));
    times.push(performance.now() - began);
  }
  buyer.close();
  return { name: 'the same try alone', value: percentile(times, 0.5) };
}

/** A campaign opens: everybody wants the same thing within ten seconds, and a quarter of them can have it. */
export async function measureFlash(shop: Started, connectionString: string): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const [item] = (
    await owner.query<{ id: string; campaignId: string }>(
      `select id, campaign_id as "campaignId" from item where name = $1`,
      [SCARCE],
    )
  ).rows;
  if (!item) throw new Error('the scarce item is gone');
  const people = await gather(shop);
  const alone = await tryAlone(shop);
  const [times, outcomes] = [[] as number[], new Map<string, number>()];
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const [cpu, began] = [processorSeconds(shop.pid), performance.now()];
  await Promise.all(
    people.map(async ({ buyer, signed }, index) => {
      await pause((index / BUYERS) * WITHIN);
      const from = performance.now();
      try {
        const held = await hold(buyer, signed, { ...item, quantity: 1 });
        await order(buyer, signed, held);
        count('sold');
      } catch (error) {
        count(error instanceof Refused ? `${error.status} ${error.code}` : String(error));
      }
      times.push(performance.now() - from);
    }),
  );
  const took = (performance.now() - began) / 1_000;
  const used = processorSeconds(shop.pid) - cpu;
  for (const { buyer } of people) buyer.close();
  const [state] = (
    await owner.query<{ left: number; ordered: number }>(
      `select (select quantity from stock where item_id = $1) as left, (select coalesce(sum(quantity), 0)::int from order_item where item_id = $1) as ordered`,
      [item.id],
    )
  ).rows;
  await owner.end();
  console.log('  ', Object.fromEntries(outcomes), state);
  const others = [...outcomes]
    .filter(([outcome]) => outcome !== 'sold' && !/ (LOCK|STOCK|QUANTITY)/.test(outcome))
    .reduce((all, [, n]) => all + n, 0);
  return [
    figure(
      `flash opening, ${BUYERS} buyers in ${WITHIN / 1_000} s for ${SCARCE_UNITS} units: sold`,
      state?.ordered ?? 0,
      'units',
      {
        promised: {
          text: `exactly ${SCARCE_UNITS}`,
          holds: (sold) => sold === SCARCE_UNITS && state?.left === 0,
        },
      },
    ),
    figure('flash opening: answers that were neither an order nor "sold out"', others, '', {
      promised: atMost(0, ''),
    }),
    figure('flash opening: a whole try, p99', percentile(times, 0.99), 'ms', {
      limit: alone,
    }),
    figure('flash opening: until the last buyer has an answer', took, 's', {
      limit: { name: 'the last buyer comes', value: WITHIN / 1_000 },
      promised: atMost(2, '×'),
    }),
    figure('flash opening: server processor time', used, 's'),
  ];
}
