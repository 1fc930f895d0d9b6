import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import { type ScreenOf, definition } from '#machines/navigation/screens.ts';
import type { LoginContext } from '#machines/login/setup.ts';
import { ask as asked } from '#machines/navigation/place.ts';
import { fault, noon, refusal, tokens, user } from '../samples.ts';
import { type Person, ask, codeFor, moveClock } from '../people.ts';
import type { Shop } from '../shop.ts';
import { type Answer, type Gate, byNobody, byServer, refusedAs } from './stage.ts';
import type { Act, Start } from './tours.ts';
import type { Outcome } from '../walk.ts';

/** What a tour through the sign-in is played with. */
export interface World {
  page: Page;
  shop: Shop;
  person: Person & { email: string };
  gates: Record<'sendCode' | 'signIn' | 'activate', Gate>;
  /** codes that the server sent, by contact */
  sent: Record<string, number>;
}
type Ports = keyof World['gates'];
type Channel = LoginContext['channel'];

/** The addresses of the calls of each port. */
export const calls: Record<Ports, RegExp> = {
  sendCode: /\/api\/users\/authenticate\/(?:sms|email)$/,
  signIn: /\/auth\/login$/,
  activate: /\/api\/users\/activate$/,
};

const contextOf = ({ context }: AnyMachineSnapshot) => context as LoginContext; // of this chart
const channelOf = (snapshot: AnyMachineSnapshot): Channel => contextOf(snapshot).channel;
/** As the person types it, and as the server knows it. */
const typed = ({ person }: World, channel: Channel) => (channel === 'phone' ? person.national : person.email);
const known = ({ person }: World, channel: Channel) => (channel === 'phone' ? person.phone : person.email);
const fieldOf = (page: Page, channel: Channel) =>
  page.getByLabel(channel === 'phone' ? 'Celular com DDD' : 'E-mail', { exact: true });
const channelHere = ({ page }: World): Channel => (page.url().includes('/email/') ? 'email' : 'phone');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const invoked = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot.status === 'active' ? snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)) : [];

const timersOf = (snapshot: AnyMachineSnapshot, delay: string): { type: string }[] =>
  snapshot.status === 'active'
    ? snapshot._nodes
        .flatMap(({ after }) => after.map(({ eventType }) => ({ type: eventType })))
        .filter(({ type }) => type.startsWith(`xstate.after.${delay}.`))
    : [];

/** Five codes in an hour are enough for anybody. */
const HOUR = 3_601;
let seconds = 0;
/** Time passes for the shop. It never goes back: a code is good until it is old. */
const pass = ({ shop }: World, more: number) => moveClock(shop, (seconds += more));

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

const CODE = '123456';
const codes = new WeakMap<World['person'], Map<Channel, string>>();
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');
async function newestCode(world: World, channel: Channel): Promise<string> {
  const own = codes.get(world.person) ?? new Map<Channel, string>();
  codes.set(world.person, own);
  const known = own.get(channel);
  if (known !== undefined) return known;
  const code = await codeFor(world.shop, channel === 'phone' ? world.person.phone : world.person.email);
  own.set(channel, code);
  return code;
}

/** What a person does. */
const acted: Act<World>[] = [
  ...(['phone', 'email'] as const).map(
    (channel): Act<World> => ({
      name: `chooses the ${channel}`,
      events: (snapshot) =>
        snapshot.matches('options') ||
        ((snapshot.matches('request') || snapshot.matches('codeSent')) && channelOf(snapshot) !== channel)
          ? [asked('login.request', { type: 'login', channel })]
          : [],
      perform: async (world) => {
        for (const gate of Object.values(world.gates)) gate.drop();
        await world.page
          .getByRole('link', {
            name: channel === 'phone' ? /^Receber (?:código )?por SMS/ : /^Receber (?:código )?por e-mail/,
          })
          .click();
      },
    }),
  ),
  {
    name: 'asks for the code',
    events: (snapshot) =>
      snapshot.matches({ request: 'idle' }) || snapshot.matches({ request: 'unsent' })
        ? [
            {
              type: 'contact.changed',
              channel: channelOf(snapshot),
              value: channelOf(snapshot) === 'phone' ? '(11) 98765-4321' : 'maria@exemplo.com',
            },
            { type: 'code.requested' },
          ]
        : [],
    perform: async (world) => {
      await fieldOf(world.page, channelHere(world)).fill(typed(world, channelHere(world)));
      await press(world.page, 'Enviar código');
    },
  },
  {
    name: 'types another contact',
    events: (snapshot) =>
      contextOf(snapshot).verificationError !== null &&
      (snapshot.matches({ request: 'early' }) || snapshot.matches({ request: 'unsent' }))
        ? [{ type: 'contact.changed', channel: channelOf(snapshot), value: '11' }]
        : [],
    perform: async (world) => fieldOf(world.page, channelHere(world)).fill('11'),
  },
  {
    name: 'has the code at hand',
    events: (snapshot) => (snapshot.can({ type: 'code.received' }) ? [{ type: 'code.received' }] : []),
    perform: ({ page }) => press(page, 'Digitar o código'),
  },
  {
    name: 'types the code',
    events: (snapshot) =>
      snapshot.can({ type: 'code.submitted', code: CODE }) ? [{ type: 'code.submitted', code: CODE }] : [],
    perform: async (world, next) => {
      const code = await newestCode(world, channelHere(world));
      const isRight = next?.name === 'the code is right' || next?.name === 'the code is old';
      const field = world.page.getByLabel('Código de 6 números');
      await field.fill(isRight ? code : otherThan(code));
    },
  },
  {
    name: 'asks for another code',
    events: (snapshot) => (snapshot.can({ type: 'code.resent' }) ? [{ type: 'code.resent' }] : []),
    perform: ({ page }) => press(page, 'Reenviar código'),
  },
  {
    name: 'goes back to the contact',
    events: (snapshot) =>
      snapshot.matches('codeSent') || snapshot.matches({ verified: 'activating' })
        ? [asked('login.request', { type: 'login', channel: channelOf(snapshot) })]
        : [],
    perform: async (world) => {
      await world.page.getByRole('link', { name: /^Trocar/ }).click();
    },
  },
  {
    name: 'waits no longer',
    events: (snapshot) => (snapshot.can({ type: 'wait.ended' }) ? [{ type: 'wait.ended' }] : []),
    perform: async ({ page, gates }) => {
      await page.clock.fastForward(1_300);
      await press(page, 'Cancelar');
      for (const gate of Object.values(gates)) gate.drop();
    },
  },
  {
    name: 'tries the account again',
    events: (snapshot) =>
      snapshot.can({ type: 'activation.retried' }) ? [{ type: 'activation.retried' }] : [],
    perform: ({ page }) => press(page, 'Tentar de novo'),
  },
  {
    name: 'finds the network again',
    events: (snapshot) => (snapshot.matches({ verified: 'waiting' }) ? [{ type: 'network.restored' }] : []),
    perform: async ({ page }) => {
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    },
  },
];

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
      const contact = known(world, channel);
      world.sent[contact] = (world.sent[contact] ?? 0) + 1;
      codes.get(world.person)?.delete(channel);
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
      const contact = known(world, channel);
      world.sent[contact] = (world.sent[contact] ?? 0) + 1;
      codes.get(world.person)?.delete(channel);
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
const answered = answers.map(
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

export const acts: Act<World>[] = [
  ...acted,
  ...answered,
  {
    name: 'a minute passes',
    events: (snapshot) => {
      const timers = timersOf(snapshot, 'untilResend');
      return timers.length > 0 ? [{ type: 'restored' }, ...timers] : [];
    },
    perform: (world) => pass(world, 62),
  },
  {
    name: 'learns that it is later',
    events: (snapshot) =>
      snapshot.matches({ request: { early: 'waiting' } }) ||
      snapshot.matches({ codeSent: { resend: 'waiting' } }) ||
      snapshot.matches({ verified: 'waiting' })
        ? [{ type: 'restored' }]
        : [],
    perform: (world) => pass(world, 1),
  },
  {
    name: 'some seconds pass',
    events: (snapshot) => timersOf(snapshot, 'backOff'),
    // Whoever looks on says so every five seconds, and is forgotten after fifteen.
    perform: async ({ page }) => {
      for (let gone = 0; gone < 32_000; gone += 4_000) await page.clock.fastForward(4_000);
    },
  },
];

export const starts: Start[] = [
  { path: '/login', input: { asked: asked('login.options', {}) } },
  {
    path: '/login/phone/activation',
    input: { asked: asked('login.codeSent', { type: 'login', channel: 'phone' }) },
  },
];

/** What tells two states of the sign-in apart. */
export function key(snapshot: AnyMachineSnapshot): unknown {
  const {
    channel,
    phone,
    email,
    sentTo,
    tokens: held,
    now,
    verificationError,
    refusal: refused,
  } = contextOf(snapshot);
  return [
    channel,
    phone.length > 4,
    email !== '',
    sentTo !== null,
    held !== null,
    now > 0,
    verificationError?.code,
    refused?.reason,
  ];
}

/** The page knows what time it is for the server. */
export const atOnce = (snapshot: AnyMachineSnapshot) =>
  invoked(snapshot).includes('clock')
    ? { type: 'xstate.done.actor.clock', output: { now: noon }, actorId: 'clock' }
    : null;

/** The screen of a state, and its address: that where the code is typed stays until the account is there. */
export function screenOf(snapshot: AnyMachineSnapshot): { screen: ScreenOf<'login'>; path: string } {
  const screen = snapshot.matches('options')
    ? 'login.options'
    : snapshot.matches('request')
      ? 'login.request'
      : 'login.codeSent';
  return {
    screen,
    path: definition(screen).path.replace('$type', 'login').replace('$channel', channelOf(snapshot)),
  };
}
