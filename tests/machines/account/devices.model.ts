import { NetworkFault, isProblem } from '#contract/fault.ts';
import type { Devices, SignedInDevice } from '#contract/people/device.ts';
import { type DevicesContext, devicesMachine } from '#machines/account/devices.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const at = '2026-11-20T12:00:00.000Z';
const here: SignedInDevice = { id: 'a', current: true, since: at, usedAt: at };
const phone: SignedInDevice = { id: 'b', current: false, system: 'android', since: at, usedAt: at };
const alone: Devices = { devices: [here] };
const both: Devices = { devices: [here, phone], lastLogin: { at } };

export const machine = devicesMachine;
export const model: Model<typeof devicesMachine> = {
  inputs: [undefined],
  events: [
    { type: 'ending.requested', device: here },
    { type: 'ending.requested', device: phone },
    { type: 'others.requested' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadDevices: [{ ok: both }, { ok: alone }, fault, bug],
    endDevices: [{ ok: alone }, { ok: both }, refusal('NOT_FOUND'), refusal('TOKEN_REVOKED'), fault, bug],
  },
  reduceContext: ({ devices, lastLogin, ending, ended, problem, failures }) => [
    devices.map((one: SignedInDevice) => one.id),
    lastLogin?.at,
    ending,
    ended,
    problem?.code,
    failures > 0,
  ],
};

/** Who is signed in where is what the server said last; nothing is said to have been signed out that it did not say. */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as DevicesContext;
  const event = steps.at(-1);
  const was = before?.context as DevicesContext | undefined;
  for (const { port, input } of calls)
    if (port === 'endDevices') {
      const { ending } = input as { ending: NonNullable<DevicesContext['ending']> };
      expectThat('others' in ending || ending.device === phone, 'this device is left by the sign-out alone');
    }
  expectThat(
    !(snapshot.matches('ending') || snapshot.matches('unsure')) || context.ending !== null,
    'what is being ended is known until the answer is there',
  );
  expectThat(!snapshot.matches('shown') || context.ending === null, 'what rests ends nothing');
  if (!event || !was) return;
  const answer = event['output'] as Devices | undefined;
  expectThat(
    context.devices === (answer ?? was).devices && context.lastLogin === (answer ?? was).lastLogin,
    'only the server says who is signed in',
  );
  if (context.ended !== null && context.ended !== was.ended)
    expectThat(
      answer !== undefined && context.ended === was.ending,
      'an end is told when the server said so',
    );
  if (event.type === 'xstate.error.actor.endDevices') {
    const { error } = event as unknown as { error: unknown };
    expectThat(
      snapshot.matches(
        error instanceof NetworkFault ? 'unsure' : isProblem(error, 'NOT_FOUND') ? 'loading' : 'shown',
      ),
      'a lost answer is asked for again, one that is gone is looked for in the list',
    );
    if (snapshot.matches('shown')) expectThat(context.problem !== null, 'a refusal says why');
  }
  if (event.type === 'others.requested')
    expectThat(
      snapshot.matches('ending') ===
        ((before?.matches('shown') ?? false) && was.devices.some(({ current }) => !current)),
      'all others are ended where there are others',
    );
};
