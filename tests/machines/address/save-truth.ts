import type { Address } from '#contract/place.ts';
import type { BookOutcome } from '#machines/address/address-book.machine.ts';
import type { AddressContext } from '#machines/address/setup.ts';
import { isProblem } from '#contract/fault.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { isNotFitting, isNotTaken } from './asked-of-addresses.ts';
import type { Oracle } from '#tests/support/walk.ts';

/** The addresses are at hand again, and nothing of a change. */
const isAtHand = (snapshot: Parameters<Oracle>[0]): boolean => {
  const { address: place, location, editing, asked } = snapshot.context as AddressContext;
  return (
    snapshot.matches({ location: 'choosing' }) &&
    place === location &&
    editing === null &&
    asked.type === 'asked.address.location'
  );
};
/** The addresses of the model are told apart by their numbers. */
const isOne = (a: Address, b: Address | null) => a.streetNumber === b?.streetNumber;
/** A new address is chosen, a changed one is back among the others; what changed elsewhere is seen first. */
function judgeSaved(snapshot: Parameters<Oracle>[0], outcome: BookOutcome, before: AddressContext) {
  const { address: place, location, editing } = snapshot.context as AddressContext;
  if (outcome.answer === 'contested' && before.editing)
    expectThat(
      snapshot.matches({ details: 'contested' }) && editing === outcome.theirs && place === outcome.address,
      'what changed elsewhere is seen before it is written over',
    );
  else if (before.editing === null)
    expectThat(snapshot.matches('done') && place === outcome.address, 'a new address is the place');
  else
    expectThat(
      isAtHand(snapshot) &&
        location === (isOne(before.editing, before.location) ? outcome.address : before.location),
      'a changed one is among the others, and is the place only if it was',
    );
}

/** What was not saved is kept, mended or left; a new address may be used all the same. */
function judgeUnsaved(
  snapshot: Parameters<Oracle>[0],
  event: Parameters<Oracle>[1]['steps'][number],
  earlier: Parameters<Oracle>[0],
) {
  const context = snapshot.context as AddressContext;
  const before = earlier.context as AddressContext;
  const { type } = event;
  const isDone = snapshot.matches('done');
  if (type === 'xstate.error.actor.save')
    expectThat(
      (isNotTaken(event['error'])
        ? snapshot.matches({ number: 'refused' }) &&
          context.locked.length === 0 &&
          context.asked.type === 'asked.address.number'
        : isNotFitting(event['error'])
          ? snapshot.matches({ details: 'refused' }) && context.asked.type === 'asked.address.details'
          : snapshot.matches(
              (event['error'] as Error).name === 'NetworkFault'
                ? 'waiting'
                : isProblem(event['error'], 'VERSION') && before.failures < 5
                  ? 'saving'
                  : 'unsaved',
            )) && context.problem !== null,
      'what was not saved can still be used, and a field that was refused can be mended',
    );
  const isRefused = earlier.matches({ number: 'refused' }) || earlier.matches({ details: 'refused' });
  if (type === 'address.changed' && (earlier.matches('unsaved') || isRefused))
    expectThat(
      snapshot.matches(earlier.matches('number') ? { number: 'typing' } : { details: 'typing' }) &&
        context.problem === null,
      'what is mended is no longer refused',
    );
  if (isRefused && type === 'address.kept')
    expectThat(isDone === (before.editing === null), 'it can be used as it is, unless it is only changed');
  const stuck = earlier.matches('waiting') || earlier.matches('unsaved');
  if (stuck && type === 'address.kept')
    expectThat(isDone === (before.editing === null), 'it can be used without saving');
  if (stuck && type === 'load.retried') expectThat(snapshot.matches('saving'), 'saved again');
  if (
    earlier.matches('waiting') &&
    (['network.restored', 'restored'].includes(type) || type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('saving'), 'saved again by itself');
}

/** An address of the account is changed on the screens of a new one, and is saved as what it was seen to be. */
export function judgeSave(
  snapshot: Parameters<Oracle>[0],
  { steps, calls, told, before: earlier }: Parameters<Oracle>[1],
) {
  const { address: place, editing, locked, asked, location } = snapshot.context as AddressContext;
  for (const { port, input } of calls) {
    if (port !== 'saveAddress') continue;
    const { address: kept, seen } = input as { address: Address; seen: Address | null };
    expectThat(seen === null || seen.id === kept.id, 'what is changed is what was seen');
  }
  const event = steps.at(-1);
  const tells = told.filter(({ action, event: by }) => action === 'notifyLocation' && by === event).length;
  const isDone = snapshot.matches('done');
  if (!event || !earlier) return expectThat(tells === 0 && !isDone, 'nothing is told before it is said');
  const before = earlier.context as AddressContext;
  const isSaved = event.type === 'xstate.done.actor.save';
  const isMoved =
    isSaved &&
    before.editing !== null &&
    !snapshot.matches('details') &&
    isOne(before.editing, before.location);
  expectThat(
    tells === (isDone || isMoved ? 1 : 0),
    'a place is told when it is chosen, and when the one in use is changed',
  );
  if (isSaved) {
    judgeSaved(snapshot, event['output'] as BookOutcome, before);
    expectThat(
      ['notifyAccount', 'notifyTwin'].every((name) => told.some(({ action }) => action === name)),
      'a saved address is told',
    );
  }
  if (
    event.type === 'edit.requested' &&
    ['choosing', 'invalid'].some((state) => earlier.matches({ location: state }))
  )
    expectThat(
      snapshot.matches('number') &&
        place === event['address'] &&
        editing === place &&
        locked.length > 0 &&
        asked.type === 'asked.address.number',
      'it is changed on the same screens',
    );
  if (event.type === 'theirs.chosen' && earlier.matches({ details: 'contested' }))
    expectThat(isAtHand(snapshot) && location === before.location, 'what is there stays');
  judgeUnsaved(snapshot, event, earlier);
}
