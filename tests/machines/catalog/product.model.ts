import type { ProductContext } from '#machines/catalog/product.machine.ts';
import { productMachine } from '#machines/catalog/product.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, campaignId, fault, item, itemId, refusedAs } from '../samples.ts';

const wish = { campaignId: campaignId(1), itemId: itemId(1) };
const other = { campaignId: campaignId(1), itemId: itemId(2) };
export const machine = productMachine;
export const model: Model<typeof productMachine> = {
  inputs: [{}, { seed: { ...wish, item: item(1) } }],
  events: [
    { type: 'product.asked', ...wish },
    { type: 'product.asked', ...other },
    { type: 'product.asked', ...wish, quantity: 2, packageId: 'caixa' },
    { type: 'product.asked', ...wish, quantity: 99, packageId: 'nope' },
    { type: 'quantity.changed', quantity: 3 },
    { type: 'quantity.changed', quantity: 99 },
    { type: 'quantity.changed', quantity: 0 },
    { type: 'package.chosen', packageId: 'caixa' },
    { type: 'package.chosen', packageId: null },
    { type: 'package.chosen', packageId: 'nope' },
    { type: 'campaign.changed' },
    { type: 'session.closed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadItem: [
      { ok: item(1) },
      { ok: item(1, { quantity: 2, packages: [] }) },
      { ok: item(1, { quantity: 0 }) },
      { ok: item(1, { max: 5 }) },
      { ok: null },
      fault,
      bug,
      refusedAs('NOT_FOUND'),
      refusedAs('MALFORMED'),
    ],
  },
  reduceContext: ({ campaignId: campaign, itemId: id, item: shown, quantity, packageId, failures }) => [
    campaign,
    id,
    shown?.quantity,
    shown?.max,
    shown?.packages.length,
    quantity,
    packageId,
    Math.min(1, failures),
  ],
};
/**
 * Never more than there is, never less than one; a choice is never of something that is not offered; another
 * item starts anew.
 */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as ProductContext;
  const was = before?.context as ProductContext | undefined;
  const event = steps.at(-1);
  expectThat(snapshot.matches('idle') === (context.itemId === null), 'idle until asked');
  if (snapshot.matches('ready')) expectThat(context.item !== null, 'ready with an item');
  const units = context.packageId === null ? 1 : 4;
  const most = Math.max(
    1,
    Math.min(Math.floor((context.item?.quantity ?? Infinity) / units), context.item?.max ?? Infinity),
  );
  expectThat(context.quantity >= 1 && context.quantity <= most, 'as many as there are');
  expectThat(
    context.packageId === null || context.item === null || context.item.packages.length > 0,
    'only what is offered, once it is known what is',
  );
  for (const tag of ['offline', 'failed'] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(tag), `${tag} is what it says`);
  expectThat(
    snapshot.hasTag('busy') === snapshot.matches('loading') &&
      snapshot.hasTag('empty') === snapshot.matches('gone'),
    'busy and empty are what they say',
  );
  if (snapshot.matches('loading') || snapshot.matches({ ready: 'refreshing' }))
    expectThat(
      calls.at(-1)?.port === 'loadItem' &&
        JSON.stringify(calls.at(-1)?.input) ===
          JSON.stringify({ campaignId: context.campaignId, itemId: context.itemId }),
      'asks for this item',
    );
  if (!event || !before || !was) return;
  if (event.type === 'product.asked') {
    const same = before.matches('ready') && event['itemId'] === was.itemId;
    expectThat(
      context.itemId === event['itemId'] && snapshot.matches(same ? { ready: 'refreshing' } : 'loading'),
      'this item',
    );
    expectThat(
      same
        ? context.item === was.item &&
            context.quantity === Math.min(Number(event['quantity'] ?? was.quantity), most) &&
            context.packageId ===
              (event['packageId'] === 'caixa' && was.item?.packages.length ? 'caixa' : was.packageId)
        : context.item === null &&
            context.quantity === (event['quantity'] ?? 1) &&
            context.packageId === (event['packageId'] ?? null) &&
            context.failures === 0,
      'a choice belongs to its item: what the address says of it, or what was chosen before',
    );
  }
  if (event.type === 'session.closed')
    expectThat(
      snapshot.matches('idle') && context.item === null && context.quantity === 1,
      'nothing stays for the next',
    );
  if (event.type === 'quantity.changed' && before.matches('ready'))
    expectThat(
      context.quantity === Math.min(most, Math.max(1, Number(event['quantity']))),
      'as asked, within what there is',
    );
  if (event.type === 'package.chosen' && before.matches('ready'))
    expectThat(
      context.packageId ===
        (event['packageId'] === null ||
        (event['packageId'] === 'caixa' && (was.item?.packages.length ?? 0) > 0)
          ? event['packageId']
          : was.packageId),
      'the package that was chosen',
    );
  if (event.type.startsWith('xstate.done')) {
    expectThat(
      event['output'] === null
        ? snapshot.matches('gone')
        : snapshot.matches({ ready: 'resting' }) &&
            context.item === event['output'] &&
            context.failures === 0,
      'the answer is shown',
    );
    if (event['output'] !== null && before.matches('ready'))
      expectThat(
        context.quantity === Math.min(was.quantity, most),
        'and the choice kept, as far as it can be',
      );
  }
  if (event['error']) {
    const unknown = ['NOT_FOUND', 'MALFORMED'].includes(String((event['error'] as { code?: string }).code));
    expectThat(
      snapshot.matches(
        unknown
          ? 'gone'
          : before.matches('ready')
            ? { ready: 'resting' }
            : (event['error'] as Error).name === 'NetworkFault'
              ? 'offline'
              : 'failed',
      ),
      'a failure has its state',
    );
    expectThat(before.matches('ready') || unknown || context.failures === was.failures + 1, 'and is counted');
  }
  if (event.type === 'campaign.changed' && before.matches('ready'))
    expectThat(
      snapshot.matches({ ready: 'refreshing' }) && context.item === was.item,
      'news are fetched behind what is shown',
    );
  if (
    (['offline', 'failed', 'gone'].includes(String(before.value)) && event.type === 'load.retried') ||
    (before.matches('offline') &&
      (event.type === 'network.restored' || event.type.startsWith('xstate.after')))
  )
    expectThat(snapshot.matches('loading'), 'tried again');
};
