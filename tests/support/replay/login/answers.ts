import { ask } from '#tests/support/people.ts';
import { fault, noon, refusal, tokens, user } from '#tests/support/samples.ts';
import { type Answered, always, answering, hears, pass, served } from '../means.ts';
import { byNobody, refusedAs, timersOf } from '../stage.ts';
import {
  type Channel,
  HOUR,
  type World,
  channelHere,
  known,
  newestCode,
  noteSent,
  otherThan,
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

const sendings = { port: 'sendCode', ids: ['sendCode', 'resendCode'] } as const;
const checks = { port: 'signIn', ids: ['signIn'] } as const;
const openings = { port: 'activate', ids: ['activate'] } as const;

const answers: Answered<World, Channel>[] = [
  {
    ...sendings,
    name: 'the code goes out',
    outcome: { ok: { resendAfter: 60, expiresIn: 300, at: noon } },
    answer: served(async (world, channel) => {
      await pass(world, HOUR);
      noteSent(world, channel);
    }),
  },
  {
    ...sendings,
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
    name: 'nobody answers for the code',
    outcome: fault,
    answer: always(byNobody),
  },
  {
    ...sendings,
    name: 'the country is not served',
    outcome: refusal('COUNTRY'),
    answer: always(refusedAs('COUNTRY')),
  },
  {
    ...checks,
    name: 'the code is right',
    outcome: { ok: { tokens, signupGrant: 'grant' } },
    answer: served(),
  },
  {
    ...checks,
    name: 'the code is wrong',
    outcome: refusal('INVALID_CODE', { attemptsLeft: 4 }),
    answer: served(),
  },
  {
    ...checks,
    name: 'the code is old',
    outcome: refusal('EXPIRED_CODE'),
    // In five minutes another may be asked for too.
    before: (snapshot) => [{ type: 'restored' }, ...timersOf(snapshot, 'untilResend')],
    // What the page hears of the time comes before the answer.
    answer: served((world) => hears(world, 'login', ['restored'], () => pass(world, 301))),
  },
  {
    ...checks,
    name: 'the code was tried too often',
    outcome: refusal('TOO_MANY_ATTEMPTS'),
    answer: served(async (world, channel) =>
      useTriesUp(world, channel, otherThan(await newestCode(world, channel))),
    ),
  },
  {
    ...checks,
    name: 'nobody checks the code',
    outcome: fault,
    answer: always(byNobody),
  },
  {
    ...openings,
    name: 'the account is opened',
    outcome: { ok: { user, account: null } },
    answer: served(),
  },
  {
    ...openings,
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
    name: 'nobody opens the account',
    outcome: fault,
    answer: always(byNobody),
  },
  {
    ...openings,
    name: 'the account is refused',
    outcome: refusal('MALFORMED'),
    answer: always(refusedAs('MALFORMED')),
  },
];

/** What a call is answered. */
export const answered = answers.map(answering(channelHere));
