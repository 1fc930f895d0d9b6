import type { AnyMachineSnapshot } from 'xstate';
import { type ScreenOf, definition } from '#machines/navigation/screens.ts';
import { PATIENT, findNetworkAgain, pass, press } from '../means.ts';
import { forward, timersOf } from '../stage.ts';
import type { Act } from '../tours.ts';
import { answered } from './answers.ts';
import { contacts, proveAgain, renewal } from './contacts.ts';
import { isFilledIn, places } from './places.ts';
import { questions } from './questions.ts';
import { type World, contextOf, isAt } from './world.ts';

const waitsLong = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('waiting') && contextOf(snapshot).failures >= PATIENT;

/** What the account waits for. */
const waits: Act<World>[] = [
  {
    name: 'proves the phone again',
    events: (snapshot) =>
      snapshot.matches('proving')
        ? [{ type: 'xstate.done.actor.proof', output: renewal, actorId: 'proof' }]
        : [],
    perform: proveAgain,
  },
  {
    name: 'tries again',
    events: (snapshot) =>
      isAt(snapshot, 'refused', 'failed') || waitsLong(snapshot) ? [{ type: 'load.retried' }] : [],
    perform: ({ page }) => press(page, 'Tentar de novo'),
  },
  {
    name: 'finds the network again',
    events: (snapshot) =>
      waitsLong(snapshot) || isAt(snapshot, 'verification', 'activation')
        ? [{ type: 'network.restored' }]
        : [],
    perform: ({ page }) => findNetworkAgain(page),
  },
  {
    name: 'learns that it is later',
    events: (snapshot) =>
      waitsLong(snapshot) || isAt(snapshot, 'verification', 'activation') ? [{ type: 'restored' }] : [],
    perform: (world) => pass(world, 1),
  },
  {
    name: 'some seconds pass',
    // So much that the page's clock leaves the shop's far behind would be noticed, and be another act.
    events: (snapshot) => (waitsLong(snapshot) ? [] : timersOf(snapshot, 'backOff')),
    perform: ({ page, told }) =>
      forward(page, told, () => told.active('signup')?.includes('confirming') ?? false),
  },
];

export const acts: Act<World>[] = [...questions, ...contacts, ...places, ...answered, ...waits];

/** What tells two states of the sign-up apart. */
export function key(snapshot: AnyMachineSnapshot): unknown {
  const context = contextOf(snapshot);
  const { accepted, name, identification, attrs, second, address, locked, signupGrant, problem } = context;
  return [
    context.userId,
    context.personalForm !== undefined,
    accepted.length,
    name,
    identification,
    attrs['department'],
    second,
    [address?.postalCode, address?.address !== undefined, isFilledIn(snapshot)],
    locked.length,
    signupGrant,
    context.contact.email,
    isAt(snapshot, 'confirming', 'waiting') && problem?.code === 'TAKEN',
    Math.min(context.failures, PATIENT),
    context.refusal?.reason,
  ];
}
/** No call of the sign-up is answered in the page. */
export const atOnce = () => null;

/** The screen of a state, and its address: that of the place stays until the account is there. */
export function screenOf(snapshot: AnyMachineSnapshot): { screen: ScreenOf<'signup'>; path: string } {
  const screen =
    (['account', 'name', 'identification', 'verification', 'activation'] as const).find((one) =>
      snapshot.matches(one),
    ) ?? 'postalCode';
  return {
    screen: `signup.${screen}`,
    path: definition(`signup.${screen}`).path.replace('$channel', 'email'),
  };
}
