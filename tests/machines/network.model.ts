import { networkMachine } from '#machines/network.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';

export const machine = networkMachine;
export const model: Model<typeof networkMachine> = {
  inputs: [{ online: true }, { online: false }],
  events: [{ type: 'network.lost' }, { type: 'network.restored' }],
};
/** The chart is where the last word says, and the app is told of changes only. */
export const oracle: Oracle = (snapshot, { steps, told, before }) => {
  const last = steps.at(-1)?.type;
  const online = last === undefined ? snapshot.context.online : last === 'network.restored';
  expectThat(
    snapshot.matches(online ? 'online' : 'offline') && snapshot.hasTag('offline') === !online,
    'the last word counts',
  );
  if (before && !before.matches(online ? 'online' : 'offline'))
    expectThat(told.at(-1)?.action === (online ? 'notifyRestored' : 'notifyLost'), 'a change is told');
  expectThat(told.length <= steps.length, 'and nothing else');
};
