import type { AnyMachineSnapshot } from 'xstate';
import type { Cart } from '#contract/cart.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { lineKey } from '#domain/cart-line.ts';
import type { CartContext } from '#machines/cart/facts.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Step } from '#tests/support/walk.ts';
import { beyond, counts, countsOf, same, sorted } from './cart.books.ts';
import { held } from './cart.held.ts';

/** The sign-in is over, and nobody renewed it. */
const isOver = (error: unknown) => error instanceof ApiProblem && error.code === 'TOKEN_EXPIRED';

/** The server's word on a cart that was written or asked for: which lines stand, and what comes next. */
export function judgeAnswer(
  snapshot: AnyMachineSnapshot,
  earlier: AnyMachineSnapshot,
  event: Step['event'],
): void {
  const context = snapshot.context as CartContext;
  const before = earlier.context as CartContext;
  const now = counts(context.lines);
  const error = event['error'];
  const output = event['output'] as Cart | null | undefined;
  const told = error instanceof ApiProblem ? (error.problem.current as Cart | undefined) : undefined;
  const kept = same(sorted(now), sorted(counts(before.lines)));
  const isSameCart = context.uuid === before.uuid;
  switch (event.type) {
    case 'xstate.done.actor.putCart': {
      // The answer counts, and on it what was done while it was on its way.
      const rest = before.edits.slice(before.sent);
      expectThat(context.edits.length === rest.length, 'what came after the write is still to be written');
      if (rest.length === 0)
        expectThat(same(sorted(now), sorted(countsOf(output as Cart))), "the server's word counts");
      expectThat(
        context.changes.length === before.changes.length + 1 &&
          context.priced === output &&
          context.problem === null,
        'changes are told',
      );
      return expectThat(snapshot.matches(rest.length > 0 ? 'dirty' : 'idle'), 'written is idle');
    }
    case 'xstate.done.actor.loadCart':
      expectThat(
        same(context.edits, before.edits) && context.base.version === 9,
        'a newer cart keeps what is not written',
      );
      return expectThat(snapshot.matches(before.edits.length > 0 ? 'dirty' : 'idle'), 'looked up');
    case 'xstate.error.actor.putCart':
      if (told) {
        for (const line of before.edits.flatMap((edit) =>
          edit.kind === 'added' || edit.kind === 'set' ? [edit.line] : [],
        )) {
          const removed = before.edits.some((edit) => edit.kind === 'removed' && edit.key === lineKey(line));
          expectThat(removed || now[lineKey(line)] !== undefined, 'a conflict lost a line');
        }
        expectThat(
          context.base.version === told.version && now[lineKey(held(4, 1))] === 1,
          'a conflict starts from the current cart',
        );
        return expectThat(
          snapshot.matches(before.failures >= 2 ? 'offline' : 'syncing'),
          'a conflict is written again, not for ever',
        );
      }
      if (error instanceof ApiProblem && error.code === 'ORDERED')
        return expectThat(
          context.uuid === null && same(sorted(now), sorted(beyond(before))),
          'an ordered cart leaves what was not ordered',
        );
      if (isOver(error) && before.isClient)
        return expectThat(
          kept && isSameCart && snapshot.matches('withoutOwner') && same(context.edits, before.edits),
          "an account's cart waits for its owner",
        );
      if (error instanceof ApiProblem && error.code === 'NOT_FOUND')
        return expectThat(
          context.uuid === null && kept && context.base.version === 0,
          'a foreign cart is left, its lines are not',
        );
      expectThat(kept && context.problem !== null, 'a failed write keeps the lines');
      if (!(error instanceof NetworkFault || isOver(error)))
        return expectThat(snapshot.matches('failed'), 'a bug is failed');
      expectThat(
        context.edits.every(({ kind }) => kind !== 'added') || before.sent < before.edits.length,
        'a write without an answer may be repeated',
      );
      return expectThat(snapshot.matches('offline'), 'no answer is offline');
    case 'xstate.error.actor.loadCart':
      if (error instanceof ApiProblem && error.code === 'TOKEN_REVOKED')
        return expectThat(
          kept && isSameCart && snapshot.matches(before.isClient ? 'withoutOwner' : 'failed'),
          "an account's cart waits for its owner",
        );
      if (error instanceof ApiProblem)
        return expectThat(context.uuid === null && kept, 'a foreign cart is left, its lines are not');
      return expectThat(
        kept && snapshot.matches(error instanceof NetworkFault ? 'offline' : 'failed'),
        'a failed look keeps the lines',
      );
    case 'xstate.done.actor.loadSavedCart': {
      if (!output)
        return expectThat(
          kept && snapshot.matches(context.uuid ? 'syncing' : context.edits.length > 0 ? 'dirty' : 'idle'),
          "with nothing to merge the cart is written once, to be the client's",
        );
      if (before.uuid === null && before.lines.length === 0)
        return expectThat(
          same(sorted(now), sorted(countsOf(output))) && context.uuid === output.uuid,
          "the account's cart is taken up",
        );
      if (earlier.matches('settingAside'))
        return expectThat(
          kept && context.saved?.length === output.products.length,
          'in checkout the current cart wins, the other is kept',
        );
      const sum = { ...counts(before.lines) };
      for (const line of output.products)
        sum[lineKey(line)] = Math.min(99, (sum[lineKey(line)] ?? 0) + line.quantity);
      return expectThat(
        same(sorted(now), sorted(sum)) &&
          context.merged.length > 0 &&
          context.merged.every(({ name }) => Boolean(name)),
        'merged sums up to the limits and names what changed',
      );
    }
  }
}
