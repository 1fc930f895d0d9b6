import type { AnyMachineSnapshot } from 'xstate';
import { ask } from '#tests/support/people.ts';
import { fault, noon, refusal, tokens, user } from '#tests/support/samples.ts';
import type { Outcome } from '#tests/support/walk.ts';
import { type Answer, byNobody, byServer, invoked, refusedAs, timersOf } from '../stage.ts';
import type { Act } from '../tours.ts';
import {
  type Channel,
  HOUR,
  type Ports,
  type World,
  channelHere,
  known,
  newestCode,
  noteSent,
  otherThan,
  pass,
} from './world.ts';

/** Asks the server for a code from elsewhere, as another tab would. */
async function sendElsewhere(world: World, channel: Channel): Promise<void> {
  const contact = known(world, channel);
  await ask(world.shop, 'POST', `/api/users/authenticate/${channel === 'phone' ? 'sms' : 'email'}`, {
    body: channel === 'phone' ? { phone: contact } : { email: contact },
    wanted: [201, 429],
  });
}
/** Tries that are wrong, from elsewhere, until the server takes no more. */
async function useTriesUp(world: World, channel: Channel, code: string): Promise<void> {
  for (let tried = 0; tried < 5; tried++)
    await ask(world.shop, 'POST', '/auth/login', {
      body: { username: known(world, channel), password: code, rememberme: true },
      wanted: [401, 422, 429],
    });
}

interface Answered {
  name: string;
  port: Ports;
  /** ids of the calls in the chart */
  ids: string[];
  outcome: Outcome;
  /** What the chart hears of what makes the server ready, before the answer. */
  before?(snapshot: AnyMachineSnapshot): { type: string }[];
  /** Makes the server ready to say so by itself; else how the call is answered. */
  answer(world: World, channel: Channel): Promise<Answer>;
}
const served =
  (ready: (world: World, channel: Channel) => Promise<unknown> = () => Promise.resolve()) =>
  async (world: World, channel: Channel): Promise<Answer> => {
    await ready(world, channel);
    return byServer;
  };
const always = (answer: Answer) => () => Promise.resolve(answer);
const sendings = { port: 'sendCode', ids: ['sendCode', 'resendCode'] } as const;
const checks = { port: 'signIn', ids: ['signIn'] } as const;
const openings = { port: 'activate', ids: ['activate'] } as const;

const answers: Answered[] = [
  {
    ...sendings,
    ids: [...sendings.ids],
    name: 'the code goes out',
    outcome: { ok: { resendAfter: 60, expiresIn: 300, at: noon } },
    answer: served(async (world, channel) => {
      await pass(world, HOUR);
      noteSent(world, channel);
    }),
  },
  {
    ...sendings,
    ids: [...sendings.ids],
    name: 'a code went out a moment ago',
    outcome: refusal('TOO_MANY_CODES', { retryAfter: 30 }),
    answer: served(async (world, channel) => {
      await pass(world, HOUR);
      await sendElsewhere(world, channel);
      noteSent(world, channel);
    }),
  },
  {
    ...sendings,
    ids: [...sendings.ids],
    name: 'nobody answers for the code',
    outcome: fault,
    answer: always(byNobody),
  },
  {
    ...sendings,
    ids: [...sendings.ids],
    name: 'the country is not served',
    outcome: refusal('COUNTRY'),
    answer: always(refusedAs('COUNTRY')),
  },
  {
    ...checks,
    ids: [...checks.ids],
    name: 'the code is right',
    outcome: { ok: { tokens, signupGrant: 'grant' } },
    answer: served(),
  },
  {
    ...checks,
    ids: [...checks.ids],
    name: 'the code is wrong',
    outcome: refusal('INVALID_CODE', { attemptsLeft: 4 }),
    answer: served(),
  },
  {
    ...checks,
    ids: [...checks.ids],
    name: 'the code is old',
    outcome: refusal('EXPIRED_CODE'),
    // In five minutes another may be asked for too.
    before: (snapshot) => [{ type: 'restored' }, ...timersOf(snapshot, 'untilResend')],
    answer: served((world) => pass(world, 301)),
  },
  {
    ...checks,
    ids: [...checks.ids],
    name: 'the code was tried too often',
    outcome: refusal('TOO_MANY_ATTEMPTS'),
    answer: served(async (world, channel) =>
      useTriesUp(world, channel, otherThan(await newestCode(world, channel))),
    ),
  },
  {
    ...checks,
    ids: [...checks.ids],
    name: 'nobody checks the code',
    outcome: fault,
    answer: always(byNobody),
  },
  {
    ...openings,
    ids: [...openings.ids],
    name: 'the account is opened',
    outcome: { ok: { user, account: null } },
    answer: served(),
  },
  {
    ...openings,
    ids: [...openings.ids],
    name: 'the sign-in was ended elsewhere',
    outcome: refusal('TOKEN_REVOKED'),
    answer: served(async ({ page, shop }) => {
      const cookies = await page.context().cookies();
      await ask(shop, 'POST', '/auth/logout', {
        body: {},
        headers: {
          Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
          Origin: shop.url,
        },
      });
    }),
  },
  {
    ...openings,
    ids: [...openings.ids],
    name: 'nobody opens the account',
    outcome: fault,
    answer: always(byNobody),
  },
  {
    ...openings,
    ids: [...openings.ids],
    name: 'the account is refused',
    outcome: refusal('MALFORMED'),
    answer: always(refusedAs('MALFORMED')),
  },
];

/** What a call is answered. Held until then, so that what happens meanwhile is seen too. */
export const answered = answers.map(
  ({ name, port, ids, outcome, before, answer }): Act<World> => ({
    name,
    events: (snapshot) => {
      const id = invoked(snapshot).find((one) => ids.includes(one));
      if (id === undefined) return [];
      return [
        ...(before?.(snapshot) ?? []),
        'ok' in outcome
          ? { type: `xstate.done.actor.${id}`, output: outcome.ok, actorId: id }
          : { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id },
      ];
    },
    perform: async (world) => {
      const answering = await answer(world, channelHere(world));
      await world.gates[port].open(answering);
    },
  }),
);
