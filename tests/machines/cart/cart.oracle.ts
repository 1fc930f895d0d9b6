import type { Cart } from '#contract/cart.ts';
import { NetworkFault } from '#contract/problem.ts';
import { lineKey } from '#domain/cart-line.ts';
import { sentLine } from '#machines/cart/lines.ts';
import type { CartContext, CartWrite } from '#machines/cart/facts.ts';
import { judgeAnswer } from './cart.answers.ts';
import { beyond, counts, isJoining, isUntouched, same, sorted, wanted } from './cart.books.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { cartUuid, uuid } from '#tests/support/samples.ts';
import type { Oracle } from '#tests/support/walk.ts';

/**
 * A line is never lost: it leaves by a person, by an order, by signing out, or by the server's word;
 * everything else keeps the quantities.
 */
export const oracle: Oracle = (snapshot, { steps, calls, before: earlier }) => {
  const context = snapshot.context as CartContext;
  for (const { port, input } of calls) {
    if (port !== 'putCart') continue;
    expectThat((input as CartWrite).uuid !== '', 'a write without a number');
  }
  const write = calls.at(-1);
  if (snapshot.matches({ syncing: 'writing' })) {
    // One whose lead is closed on the way is refused, and written anew.
    const isClosed = steps.some(({ type }) => type === 'lead.closed');
    expectThat(context.isClient || context.leadId !== null || isClosed, "a visitor's cart without a lead");
    if (write?.port === 'putCart' && !earlier?.matches({ syncing: 'writing' })) {
      expectThat(
        same(write.input, {
          uuid: context.uuid,
          isClient: context.isClient,
          version: context.base.version,
          lines: context.lines.map(sentLine),
          draft: context.draft,
        }),
        'the whole cart is written',
      );
      expectThat(context.sent === context.edits.length, 'what is sent is counted');
    }
  }
  if (snapshot.matches({ syncing: 'creatingLead' }))
    expectThat(!context.isClient && context.leadId === null, 'a lead that nobody needs');
  if (snapshot.hasTag('settled'))
    expectThat(
      context.edits.length === 0 && (context.uuid === null || context.heard <= context.base.version),
      'settled with something left to do',
    );
  expectThat(snapshot.hasTag('settled') === snapshot.matches('idle'), 'settled is idle');
  expectThat(
    snapshot.hasTag('offline') === (snapshot.matches('offline') || isJoining(snapshot, 'waiting')),
    'offline is what it says',
  );
  expectThat(
    snapshot.hasTag('failed') === snapshot.matches('failed') &&
      snapshot.hasTag('busy') === isJoining(snapshot, 'asking'),
    'tags',
  );

  expectThat(
    context.requestedAt === null ||
      context.uuid === null ||
      (context.priced === null && context.problem === null),
    'a wish to go on that is kept waiting for nothing',
  );

  expectThat(
    context.repeatedAt === null ||
      (context.problem === null && (context.edits.length > 0 || context.priced === null)),
    'an order bought again waits for the word of the server, and for nothing else',
  );

  const event = steps.at(-1);
  if (!event || !earlier) {
    expectThat(
      sorted(counts(context.lines)).length ===
        (JSON.stringify(context).includes('Item 2') ? 2 : context.lines.length > 0 ? 1 : 0),
      'stored lines are there at once',
    );
    return;
  }
  const before = earlier.context as CartContext;
  const now = counts(context.lines);
  const byHand = wanted(before, event);
  if (byHand) {
    expectThat(
      same(sorted(now), sorted(byHand)),
      `${event.type}: ${JSON.stringify(now)} instead of ${JSON.stringify(byHand)}`,
    );
    return;
  }
  const error = event['error'];
  const kept = same(sorted(now), sorted(counts(before.lines)));
  const isSameCart = context.uuid === before.uuid;
  switch (event.type) {
    case 'xstate.done.actor.putCart':
    case 'xstate.error.actor.putCart':
    case 'xstate.done.actor.loadCart':
    case 'xstate.error.actor.loadCart':
    case 'xstate.done.actor.loadSavedCart':
      return judgeAnswer(snapshot, earlier, event);
    case 'order.placed':
    case 'cart.changed.elsewhere': {
      const ordered =
        event.type === 'order.placed'
          ? before.uuid === null || event['cartUuid'] === before.uuid
          : event['ordered'] !== undefined && event['ordered'] === before.uuid;
      if (ordered)
        return expectThat(
          context.uuid === null && same(sorted(now), sorted(beyond(before))),
          'an order starts a new cart with what it did not take',
        );
      expectThat(kept, 'news of another tab keep the lines');
      const other =
        event.type === 'cart.changed.elsewhere' &&
        typeof event['uuid'] === 'string' &&
        event['uuid'] !== before.uuid &&
        (before.uuid === null || event['uuid'] < before.uuid);
      expectThat(context.uuid === (other ? event['uuid'] : before.uuid), 'two tabs end with one cart');
      if (
        event.type === 'cart.changed.elsewhere' &&
        event['uuid'] === before.uuid &&
        earlier.matches('idle') &&
        before.heard < 9
      )
        expectThat(snapshot.matches('refreshing'), 'a newer cart is fetched');
      return;
    }
    case 'cart.numbered':
      return expectThat(
        kept && context.uuid === (before.uuid ?? event['uuid']) && same(context.edits, before.edits),
        'a cart gets a number once',
      );
    case 'cart.read.elsewhere':
      return expectThat(
        kept &&
          isSameCart &&
          context.sent === before.sent &&
          context.edits.length === before.edits.length &&
          (before.uuid !== event['uuid'] || context.edits[0]?.kind !== 'added'),
        'what another tab may write too can be written twice',
      );
    case 'cart.corrected': {
      const isNewer = before.uuid === cartUuid && (event['cart'] as Cart).version >= before.base.version;
      return expectThat(
        isNewer
          ? context.base.version === (event['cart'] as Cart).version &&
              context.edits.length >= Math.min(before.edits.length, 1)
          : kept,
        'a correction counts when it is newer',
      );
    }
    case 'session.closed':
      if (event['by'] === 'restore') return expectThat(kept, 'nobody was signed in: the cart stays');
      return expectThat(
        context.lines.length === 0 &&
          context.uuid === null &&
          context.leadId === null &&
          !context.isClient &&
          context.saved === null &&
          snapshot.matches('idle'),
        'signing out leaves nothing behind',
      );
    case 'session.opened':
      return expectThat(
        kept &&
          context.isClient &&
          snapshot.matches('merging') === (!before.isClient && event['inCheckout'] !== true) &&
          snapshot.matches('settingAside') === (!before.isClient && event['inCheckout'] === true),
        'a sign-in merges, a page that is opened again does not',
      );
    case 'saved.restored':
      if (before.saved)
        expectThat(
          context.saved === null && before.saved.every((line) => (now[lineKey(line)] ?? 0) >= line.quantity),
          'the kept cart comes back',
        );
      return;
    case 'draft.changed':
      return expectThat(kept && context.draft.location !== undefined, 'a decision is kept');
    case 'coupon.decided':
      return expectThat(kept && context.draft.coupon === event['code'], 'so is a coupon');
    case 'changes.acknowledged':
      return expectThat(
        kept && context.changes.length === 0 && context.merged.length === 0,
        'seen changes go',
      );
    case 'lead.known':
      return expectThat(kept && context.leadId === event['id'], 'a lead is known');
    case 'lead.closed':
      return expectThat(
        kept && context.leadId === null && context.uuid === before.uuid,
        'a lead that is over is forgotten, the cart is not',
      );
    case 'saved.dropped':
      return expectThat(kept && context.saved === null, 'a kept cart is dropped');
    case 'xstate.done.actor.drawCart':
      return expectThat(
        kept && context.uuid === cartUuid && snapshot.matches('syncing'),
        'a cart has its number before it is sent',
      );
    case 'xstate.done.actor.ensureLead':
      return expectThat(
        kept && context.leadId === uuid(7) && snapshot.matches({ syncing: 'writing' }),
        'lead and cart go in one queue',
      );
    default: {
      expectThat(kept, `${event.type} changed the lines`);
      if (error instanceof NetworkFault)
        return expectThat(
          snapshot.hasTag('offline') &&
            context.problem?.code === 'NETWORK' &&
            context.failures === before.failures + 1,
          'no answer waits',
        );
      if (error)
        return expectThat(snapshot.matches('failed') || isJoining(earlier, 'asking'), 'a bug is failed');
      const retried =
        ['network.restored', 'load.retried', 'restored'].includes(event.type) ||
        event.type.startsWith('xstate.after.backOff');
      if (retried && isJoining(earlier, 'waiting'))
        return expectThat(isJoining(snapshot, 'asking'), 'a merge is tried again');
      if (
        retried &&
        (earlier.hasTag('offline') || (event.type === 'load.retried' && earlier.hasTag('failed')))
      )
        return expectThat(snapshot.matches('syncing'), 'what waited is written');
      if ((event.type === 'restored' || event.type === 'load.retried') && earlier.matches('withoutOwner'))
        return expectThat(
          snapshot.matches(
            context.uuid && context.base.version > 0
              ? 'refreshing'
              : context.edits.length > 0
                ? 'dirty'
                : context.heard > context.base.version
                  ? 'refreshing'
                  : 'idle',
          ),
          'looked up again',
        );
      if (event.type === 'restored' && earlier.matches('dirty'))
        return expectThat(snapshot.matches('syncing'), 'no timer survives a restore');
      if (
        event.type.startsWith('xstate.after.settle') ||
        (event.type === 'write.awaited' && earlier.matches('dirty'))
      )
        return expectThat(
          snapshot.matches(isUntouched(before) ? 'idle' : 'syncing'),
          'after a moment, or once somebody waits for it, it is written',
        );
    }
  }
};
