import type { ProductsQuery } from '#machines/catalog/products-query.ts';
import { type ProductsContext, productsMachine } from '#machines/catalog/products.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, campaignId, fault, item } from '../samples.ts';

const all: ProductsQuery = { campaigns: [campaignId(1), campaignId(2)] };
const bread: ProductsQuery = { ...all, q: 'pão', tags: ['padaria'], sort: 'price' };
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => item(from + n));
const found = (from: number, to: number, total: number) => ({
  items: to < from ? [] : items(from, to),
  tags: [{ slug: 'frutas', name: 'Frutas', count: total }],
  total,
});

export const machine = productsMachine;
export const model: Model<typeof productsMachine> = {
  inputs: [
    {},
    { seed: { query: all, ...found(1, 24, 90) } },
    { seed: { query: all, ...found(1, 2, 2) } },
    { seed: { query: bread, ...found(1, 0, 0) } },
  ],
  events: [
    { type: 'products.asked', query: all },
    { type: 'products.asked', query: { ...all } },
    { type: 'products.asked', query: bread },
    { type: 'more.asked' },
    { type: 'list.returned' },
    { type: 'session.closed', by: 'signout' },
    { type: 'session.closed', by: 'elsewhere' },
    { type: 'session.closed', by: 'restore' },
    { type: 'session.closed', by: 'lost' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadProducts: [
      { ok: found(1, 60, 90) },
      // Since the first page was read one has gone: its last comes again with the second.
      { ok: found(60, 90, 90) },
      { ok: found(1, 0, 0) },
      fault,
      bug,
    ],
  },
  reduceContext: ({ query, items: known, total, failures }) => [
    query?.q,
    query && 'ok',
    known.length,
    total,
    Math.min(1, failures),
  ],
};

const PAGE = 60;
const isIn = (states: string[], value: unknown) => states.includes(JSON.stringify(value));

/**
 * What is shown is never taken away but for something else that was asked for; no product stands there twice; a
 * page is asked for once its forerunners are known, and only while there is one.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as ProductsContext;
  const was = before?.context as ProductsContext | undefined;
  const event = steps.at(-1);
  const { value } = snapshot;
  const isShown = snapshot.matches('shown');
  expectThat(snapshot.matches('waiting') === (context.query === null), 'waits until something is asked for');
  expectThat(
    snapshot.hasTag('busy') === isIn(['"waiting"', '"loading"'], value),
    'busy while nothing of what is asked for is there',
  );
  for (const tag of ['offline', 'failed', 'empty'] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(tag), tag);
  for (const tag of ['more', 'stuck'] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches({ shown: tag }), tag);
  if (snapshot.matches({ shown: 'resting' }))
    expectThat(context.items.length > 0, 'a list that rests has something in it');
  if (snapshot.matches('empty')) expectThat(context.items.length === 0, 'empty is empty');
  expectThat(
    new Set(context.items.map(({ id }) => id)).size === context.items.length,
    'no product stands there twice',
  );

  const asked = calls.at(-1)?.input as { query: ProductsQuery; page: number; pages: number } | undefined;
  const wanted = snapshot.matches('loading')
    ? { page: 0, pages: 1 }
    : snapshot.hasTag('more')
      ? { page: Math.floor(context.items.length / PAGE), pages: 1 }
      : snapshot.matches({ shown: 'refreshing' })
        ? { page: 0, pages: Math.max(1, Math.ceil(context.items.length / PAGE)) }
        : null;
  if (wanted)
    expectThat(
      JSON.stringify(asked) === JSON.stringify({ query: context.query, ...wanted }),
      'asks for what is wanted now, no page twice and none left out',
    );
  if (snapshot.hasTag('more'))
    expectThat(context.items.length < context.total, 'more is asked for while there is more');
  if (!event) {
    const isCut = context.items.length > 0 && context.items.length < Math.min(PAGE, context.total);
    return expectThat(
      context.query === null || (isCut ? snapshot.hasTag('more') : !snapshot.hasTag('busy')),
      'what came with the page stands, and what it left out comes',
    );
  }
  if (!before || !was) return;

  if (event.type === 'products.asked') {
    const isSame = JSON.stringify(was.query) === JSON.stringify(event['query']);
    expectThat(
      isSame
        ? JSON.stringify(value) === JSON.stringify(before.value) && context.items === was.items
        : snapshot.matches('loading') && context.query === event['query'] && context.failures === 0,
      'another query begins anew, the same one changes nothing',
    );
    expectThat(context.items === was.items, 'what was shown stays until the new is there');
  }
  if (event.type === 'session.closed') {
    const isGone = event['by'] === 'signout' || event['by'] === 'elsewhere';
    expectThat(
      isGone ? snapshot.matches('waiting') && context.items.length === 0 : context.items === was.items,
      'nothing stays for the next, and everything for who comes back',
    );
  }
  if (event.type.startsWith('xstate.done')) {
    const output = event['output'] as ReturnType<typeof found>;
    expectThat(
      context.total === output.total && context.tags === output.tags && context.failures === 0,
      'the newest answer counts',
    );
    if (before.hasTag('more')) {
      const kept = was.items.slice(0, Math.floor(was.items.length / PAGE) * PAGE).map(({ id }) => id);
      const now = context.items.map(({ id }) => id);
      expectThat(
        String(now.slice(0, kept.length)) === String(kept) &&
          output.items.every(({ id }) => now.includes(id)),
        'more comes behind what is known',
      );
    } else expectThat(context.items === output.items, 'the list is the answer');
    expectThat(context.items.length > 0 ? isShown : snapshot.matches('empty'), 'shown, or nothing found');
  }
  if (event['error']) {
    expectThat(context.items === was.items, 'a failure takes nothing away');
    const isFault = (event['error'] as Error).name === 'NetworkFault';
    expectThat(
      before.matches('loading')
        ? snapshot.matches(isFault ? 'offline' : 'failed') && context.failures === was.failures + 1
        : before.hasTag('more')
          ? snapshot.hasTag('stuck')
          : isShown || snapshot.matches('empty'),
      'a failure has its state',
    );
  }
  const tries: Record<string, string[]> = {
    'load.retried': ['"offline"', '"failed"'],
    'network.restored': ['"offline"'],
    'list.returned': ['"empty"', '"failed"'],
  };
  if (isIn(tries[event.type] ?? [], before.value) || event.type.startsWith('xstate.after'))
    expectThat(snapshot.matches('loading'), 'tried again');
  if (event.type === 'list.returned' && before.matches({ shown: 'resting' }))
    expectThat(
      snapshot.matches({ shown: 'refreshing' }) && context.items === was.items,
      'who comes back sees what was there while it is looked at again',
    );
  if (before.hasTag('stuck') && ['more.asked', 'network.restored'].includes(event.type))
    expectThat(snapshot.hasTag('more'), 'the next page is tried again');
  if (event.type === 'more.asked' && before.matches({ shown: 'resting' }))
    expectThat(snapshot.hasTag('more') === was.items.length < was.total, 'more, while there is more');
};
