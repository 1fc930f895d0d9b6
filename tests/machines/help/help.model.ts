import { type HelpContext, helpMachine } from '#machines/help/help.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const words = { text: 'Respondemos logo.', chat: 'https://chat.test/' };

export const machine = helpMachine;
export const model: Model<typeof helpMachine> = {
  inputs: [
    { delay: 500, isDismissed: false },
    { delay: 10_000, isDismissed: true },
  ],
  events: [{ type: 'help.dismissed' }, { type: 'network.restored' }],
  outcomes: { readHelp: [{ ok: words }, fault, refusal('NOT_FOUND'), bug] },
  reduceContext: (given) => {
    const { text, chat, isDismissed } = given as HelpContext;
    return [text, chat, isDismissed];
  },
};
/** Help comes after its time, with or without words of the store; what was sent away stays away. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const { text, isDismissed } = snapshot.context as HelpContext;
  const value = String(snapshot.value);
  expectThat(
    snapshot.hasTag('offered') === ['offered', 'waiting'].includes(value),
    `${value}: offered where it is`,
  );
  expectThat((value === 'dismissed') === isDismissed, 'sent away is away');
  const event = steps.at(-1);
  if (!event || !before) return expectThat(['resting', 'dismissed'].includes(value), 'the screen first');
  const was = String(before.value);
  if (event.type.startsWith('xstate.after'))
    expectThat(was === 'resting' && value === 'asking', 'asked in time');
  if (event.type.startsWith('xstate.done'))
    expectThat(value === 'offered' && text === words.text, 'the store’s own words');
  const name = (event['error'] as { name: string } | undefined)?.name;
  if (name)
    expectThat(
      value === (name === 'NetworkFault' ? 'waiting' : 'offered') && text === null,
      'what came with the page stands',
    );
  if (event.type === 'network.restored')
    expectThat(value === (was === 'waiting' ? 'asking' : was), 'asked again with the network');
  if (event.type === 'help.dismissed')
    expectThat(
      value === (['offered', 'waiting'].includes(was) ? 'dismissed' : was),
      'what is shown can be sent away',
    );
};
