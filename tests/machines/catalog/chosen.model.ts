import type { Account } from '#contract/people/account.ts';
import { type ChosenContext, chosenMachine, chosenMemory } from '#machines/catalog/chosen.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { account, bug, campaignId, fault } from '../samples.ts';

const [here, there, gone] = [campaignId(91), campaignId(92), campaignId(93)];
const saved = (marketplaceId: string | null): Account => ({
  ...account,
  properties: { marketplaceId },
});

export const machine = chosenMachine;
export const model: Model<typeof chosenMachine> = {
  inputs: [
    {},
    { memory: { version: 1, id: here, isOwn: false } },
    { memory: { version: 1, id: here, isOwn: true } },
    { memory: { version: 1, id: null, isOwn: true } },
  ],
  events: [
    { type: 'marketplace.chosen', id: here },
    { type: 'marketplace.chosen', id: gone },
    { type: 'marketplace.undone' },
    { type: 'stores.told', ids: [here, there] },
    { type: 'account.told', account: { id: there } },
    { type: 'account.told', account: { id: null } },
    { type: 'account.told', account: null },
    { type: 'session.closed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    saveChoice: [{ ok: saved(here) }, { ok: saved(null) }, refusal('VERSION'), fault, bug],
  },
  reduceContext: ({ id, isOwn, account: known, stores, failures }) => [
    id,
    isOwn,
    known,
    stores,
    Math.min(failures, 6),
  ],
};

/**
 * The last word of this device counts until the account has it, then the account's; whoever signs out leaves
 * nothing; a store that is not there is looked at by nobody, and they are told once.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls, told }) => {
  const event = steps.at(-1);
  const context = snapshot.context as ChosenContext;
  const { id, isOwn, account: known, stores } = context;
  const was = (before?.context ?? null) as ChosenContext | null;
  const keeping = (snapshot.value as { keeping: string }).keeping;
  // The same thing that happens twice is one event: of what it led to before nothing is said here.
  const isFresh = event !== undefined && !steps.slice(0, -1).includes(event);
  const spoken = told.filter((one) => one.event === event).map(({ action }) => action);

  expectThat(snapshot.matches({ choice: id === null ? 'all' : 'one' }), 'one store, or all of them');
  expectThat(id === null || !stores || stores.includes(id), 'no store that is not there');
  expectThat(
    (keeping === 'resting') === (!known || !isOwn),
    'an account hears what it does not have, and nothing else',
  );
  const memory = chosenMemory(context);
  expectThat(memory ? memory.id === id && memory.isOwn === isOwn : id === null && !isOwn, 'all that is kept');
  if (keeping === 'saving' && !before?.matches({ keeping: 'saving' }))
    expectThat(
      Reflect.get(Object(calls.findLast(({ port }) => port === 'saveChoice')?.input), 'id') === id,
      'the account is told of the store that is shown',
    );
  if (!event || !was) return;

  const isGone = spoken.includes('notifyGone');
  const wanted = wantedBy(event, was);
  const isThere = wanted === null || !stores || stores.includes(wanted);
  expectThat(id === (isThere ? wanted : null), 'the newest word counts');
  if (isFresh) expectThat(isGone === !isThere, 'who loses a store is told, and nobody else');

  const output = event.type === 'xstate.done.actor.saveChoice' ? (event['output'] as Account) : null;
  const isSaved = output !== null && output.properties.marketplaceId === was.id;
  if (isFresh)
    expectThat(spoken.includes('notifySaved') === isSaved, 'the shop hears of the account that has it');
  if (output) expectThat(isOwn === !isSaved, 'what the account has not is sent again');
  if (event.type === 'marketplace.chosen') expectThat(isOwn || !isThere, 'said here');
  if (event.type === 'marketplace.undone' && was.id !== null)
    expectThat(isOwn === (was.account !== null), 'taken back where it was said, or may have been');
  if (event.type === 'account.told' && known === null)
    expectThat(memory === null || id !== null, 'nobody takes back what nobody keeps');
  if (event.type === 'session.closed') expectThat(memory === null && known === null, 'nothing of them stays');
  if (event.type === 'xstate.error.actor.saveChoice') {
    const name = (event['error'] as Error).name;
    expectThat(
      keeping ===
        (name === 'NetworkFault'
          ? 'unheard'
          : Reflect.get(event['error'] as object, 'code') === 'VERSION' && was.failures < 5
            ? 'saving'
            : 'unsaved'),
      'sent again where that may help',
    );
    expectThat(id === was.id && isOwn, 'the device has it still');
  }
  if (before?.matches({ keeping: 'unheard' }) && known && isOwn) {
    const again = ['network.restored', 'restored', 'load.retried'].includes(event.type);
    if (again || event.type.startsWith('xstate.after'))
      expectThat(keeping === 'saving', 'asked again by itself');
  }
  if (before?.matches({ keeping: 'unsaved' }) && known && isOwn && event.type === 'restored')
    expectThat(keeping === 'saving', 'and when somebody comes back');
};

/** The store that is to be shown after this, were it there. */
function wantedBy(event: { type: string } & Record<string, unknown>, was: ChosenContext): string | null {
  switch (event.type) {
    case 'marketplace.chosen':
      return event['id'] as string;
    case 'marketplace.undone':
    case 'session.closed':
      return null;
    case 'account.told': {
      const told = event['account'] as { id: string | null } | null;
      return told && !was.isOwn ? told.id : was.id;
    }
    default:
      return was.id;
  }
}
