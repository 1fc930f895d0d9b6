import type { AnyMachineSnapshot } from 'xstate';
import { renewed } from '#tests/machines/session/token.model.ts';
import { fault, refusal } from '#tests/support/samples.ts';
import { hears } from '../means.ts';
import { type Answer, byNobody, byServer, forward, invoked, refusedAs } from '../stage.ts';
import type { Act, ChartEvent } from '../tours.ts';
import { type World, becomeLater, contextOf, endElsewhere, serverNow } from './world.ts';

/** Nobody fails so often that the page's clock would leave the shop's far behind. */
const MOST_FAILURES = 2;
/** A renewal has an answer within this long or none, s. */
const LIMIT = 60;

const RENEWAL = 'renewToken';
export const done = (output: unknown): ChartEvent => ({
  type: `xstate.done.actor.${RENEWAL}`,
  output,
  actorId: RENEWAL,
});
const failed = ({ error }: { error: unknown }): ChartEvent => ({
  type: `xstate.error.actor.${RENEWAL}`,
  error,
  actorId: RENEWAL,
});
/** Later by this much, ms. */
export const later = (snapshot: AnyMachineSnapshot, more: number): ChartEvent => ({
  type: 'restored',
  now: contextOf(snapshot).now + more,
});

const renews =
  (events: (snapshot: AnyMachineSnapshot) => ChartEvent[], isAnyhow = false) =>
  (snapshot: AnyMachineSnapshot) =>
    invoked(snapshot).includes(RENEWAL) && (isAnyhow || contextOf(snapshot).online) ? events(snapshot) : [];
const unless =
  (events: (snapshot: AnyMachineSnapshot) => ChartEvent[]) =>
  (snapshot: AnyMachineSnapshot): ChartEvent[] =>
    contextOf(snapshot).failures < MOST_FAILURES ? events(snapshot) : [];

const open =
  (answer: Answer) =>
  ({ gates }: World) =>
    gates.renewToken.open(answer);
/** A network that wants to be paid for answers whatever is asked with its own page. */
const byAnother: Answer = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Wi-Fi do hotel</title>' });
const byNothing: Answer = (route) =>
  route.fulfill({ status: 200, contentType: 'application/json', body: '{}' });

/** What the renewal of a token is answered. */
export const answered: Act<World>[] = (
  [
    {
      name: 'a new token comes',
      events: renews(() => [done(renewed)]),
      perform: async (world) => {
        world.granted++;
        world.givenAt = serverNow();
        await world.gates.renewToken.open(byServer);
      },
    },
    {
      name: 'the network swallows the renewal',
      events: renews(
        unless(() => [failed(fault)]),
        true,
      ),
      perform: open(byNobody),
    },
    {
      name: 'the shop fails at the renewal',
      events: renews(unless(() => [failed(refusal('INTERNAL'))])),
      perform: open(refusedAs('INTERNAL')),
    },
    {
      name: 'another network answers the renewal',
      events: renews(unless(() => [failed(fault)])),
      perform: open(byAnother),
    },
    {
      name: 'nobody answers the renewal for a minute',
      events: renews(unless((snapshot) => [failed(fault), later(snapshot, 1_000 * LIMIT)])),
      perform: async (world) => {
        const { page, told, gates } = world;
        await hears(world, 'token', ['xstate.error.actor.renewToken'], () =>
          forward(page, told, () => told.active('token')?.includes('waiting') ?? false),
        );
        gates.renewToken.drop();
        await becomeLater(world, serverNow() + 1_000 * LIMIT);
      },
    },
    {
      name: 'the renewal is answered with nothing',
      events: renews(() => [done(null)]),
      perform: open(byNothing),
    },
    {
      name: 'the sign-in was ended elsewhere',
      events: renews(() => [done(null)]),
      perform: async (world) => {
        await endElsewhere(world);
        world.isEnded = true;
        await world.gates.renewToken.open(byServer);
      },
    },
  ] satisfies Act<World>[]
).map(({ perform, ...act }) => ({
  ...act,
  perform: (world: World) => {
    world.answered++;
    return perform(world);
  },
}));
