import type { Address } from '#contract/place.ts';
import { MOST_ADDRESSES } from '#domain/place/address-book.ts';
import {
  type AddressBookContext,
  type BookOutcome,
  addressBookMachine,
} from '#machines/address/address-book.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, address, bug, fault, refusal, uuid } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const home: Address = { ...address, id: uuid(11) };
const theirs: Address = { ...home, streetNumber: '7' };
const full = Array.from({ length: MOST_ADDRESSES }, (_, n) => ({ ...address, id: uuid(20 + n) }));
const outcome = (addresses: Address[], more: Partial<BookOutcome> = {}): { ok: BookOutcome } => ({
  ok: { account: { ...account, addresses }, answer: 'done', address: home, theirs: null, ...more },
});

export const machine = addressBookMachine;
export const model: Model<typeof addressBookMachine> = {
  inputs: [
    { addresses: [home], hasPlace: true },
    { addresses: [], hasPlace: false },
    { addresses: [], hasPlace: true },
    { addresses: full, hasPlace: true },
  ],
  events: [
    { type: 'addition.requested' },
    { type: 'unsaved.requested' },
    { type: 'addition.left' },
    { type: 'options.requested', address: home },
    { type: 'options.closed' },
    { type: 'removal.requested' },
    { type: 'removal.confirmed' },
    { type: 'default.chosen' },
    { type: 'addresses.changed', addresses: [home] },
    { type: 'addresses.changed', addresses: full },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    changeBook: [
      outcome([home]),
      outcome([]),
      outcome([theirs], { answer: 'contested', address: theirs, theirs }),
      outcome([], { answer: 'gone' }),
      fault,
      refusal('VERSION'),
      refusal('MALFORMED'),
      bug,
    ],
  },
  reduceContext: ({ addresses, hasPlace, subject, change, isContested, told, problem, failures }) => [
    addresses.length,
    hasPlace,
    subject?.streetNumber,
    change,
    isContested,
    told !== null,
    problem?.code,
    Math.min(failures, 1),
  ],
};

/** Nothing is deleted that was not asked about as it is, and nothing is typed that the account has no room for. */
export const oracle: Oracle = (snapshot, { steps, calls, before: earlier }) => {
  const context = snapshot.context as AddressBookContext;
  const value = String(snapshot.value);
  for (const [tag, states] of [
    ['busy', /writing|unheard/],
    ['editable', /^open$|adding|options|asking/],
    ['refused', /full/],
    ['offline', /unheard/],
    ['failed', /failed/],
    ['about', /options|asking|writing|unheard|failed/],
  ] as const)
    expectThat(snapshot.hasTag(tag) === states.test(value), `${value}: ${tag}`);
  if (snapshot.hasTag('about')) expectThat(context.subject !== null, 'it is said which one');
  const types = steps.map(({ type }) => type);
  const removals = calls.filter(({ input }) => (input as { type: string }).type === 'remove');
  if (removals.length > 0) expectThat(types.includes('removal.confirmed'), 'nothing is deleted unasked');
  const event = steps.at(-1);
  if (!event || !earlier) {
    expectThat(
      snapshot.matches(context.addresses.length === 0 && !context.hasPlace ? 'adding' : 'open'),
      'who has no place says one',
    );
    return;
  }
  const before = earlier.context as AddressBookContext;
  const { type } = event;
  const isFull = before.addresses.length >= MOST_ADDRESSES;
  if (type === 'addition.requested' && earlier.matches('open'))
    expectThat(
      snapshot.matches(isFull ? 'full' : 'adding') && context.told === null,
      'the twenty-first is refused before it is typed',
    );
  if (type === 'unsaved.requested' && earlier.matches('full'))
    expectThat(snapshot.matches('adding'), 'a place can be said all the same');
  if (type === 'addition.left' && (earlier.matches('adding') || earlier.matches('full')))
    expectThat(snapshot.matches('open'), 'one can go back to the addresses');
  if (type === 'options.requested' && (earlier.matches('open') || earlier.matches('full')))
    expectThat(
      snapshot.matches('options') && context.subject === home && !context.isContested && !context.told,
      'the options are those of the one that was asked for',
    );
  if (type === 'removal.requested' && earlier.matches('options'))
    expectThat(snapshot.matches('asking'), 'a deletion is asked about');
  if (type === 'options.closed')
    expectThat(
      earlier.hasTag('about') && !earlier.hasTag('busy')
        ? snapshot.matches('open') && context.subject === null && context.problem === null
        : snapshot.value === earlier.value,
      'one can leave off, but not what is on its way',
    );
  if (type === 'removal.confirmed' || type === 'default.chosen') {
    const isMeant = earlier.matches(type === 'removal.confirmed' ? 'asking' : 'options');
    if (isMeant)
      expectThat(
        snapshot.matches('writing') &&
          context.change === (type === 'default.chosen' ? 'prefer' : 'remove') &&
          Reflect.get(Object(calls.at(-1)?.input), 'seen') === before.subject,
        'what was meant is done, to the address as it was seen',
      );
  }
  if (type === 'addresses.changed')
    expectThat(
      context.addresses === event['addresses'] &&
        (snapshot.value === earlier.value || (earlier.matches('full') && snapshot.matches('adding'))),
      'what changed elsewhere is known, and room is used',
    );
  if (type === 'xstate.done.actor.changeBook') {
    const { answer, account: now, address: it } = event['output'] as BookOutcome;
    expectThat(
      context.account === now && context.addresses === now.addresses && context.subject === it,
      'what the server has is adopted',
    );
    if (answer === 'contested' && context.change === 'remove')
      expectThat(
        snapshot.matches('asking') && context.isContested && context.told === null,
        'what became another is asked about anew',
      );
    else
      expectThat(
        snapshot.matches(now.addresses.length === 0 && !context.hasPlace ? 'adding' : 'open') &&
          context.told ===
            (answer === 'gone' ? 'gone' : context.change === 'remove' ? 'removed' : 'preferred') &&
          !context.isContested,
        'what came of it is told',
      );
  }
  if (type === 'xstate.error.actor.changeBook') {
    const { name, code } = event['error'] as { name: string; code?: string };
    expectThat(
      snapshot.matches(
        name === 'NetworkFault'
          ? 'unheard'
          : code === 'VERSION' && before.failures < 5
            ? 'writing'
            : 'failed',
      ) && context.problem !== null,
      'a change that was overtaken is made anew, one without an answer sent again, another told',
    );
  }
  if (
    (earlier.matches('unheard') &&
      (type.startsWith('xstate.after') || type === 'network.restored' || type === 'load.retried')) ||
    (earlier.matches('failed') && type === 'load.retried')
  )
    expectThat(snapshot.matches('writing') && context.subject === before.subject, 'it is tried again');
};
