import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import { ask as asked } from '#machines/navigation/place.ts';
import { type ScreenOf, definition } from '#machines/navigation/screens.ts';
import { noon } from '#tests/support/samples.ts';
import type { Act, Start } from '../tours.ts';
import { PATIENT, findNetworkAgain, pass, press } from '../means.ts';
import { forward, invoked, timersOf } from '../stage.ts';
import { answered } from './answers.ts';
import {
  type Channel,
  type World,
  channelHere,
  channelOf,
  contextOf,
  newestCode,
  otherThan,
} from './world.ts';

/** As the person types it, and as the server knows it. */
const typed = ({ person }: World, channel: Channel) => (channel === 'phone' ? person.national : person.email);
const fieldOf = (page: Page, channel: Channel) =>
  page.getByLabel(channel === 'phone' ? 'Celular com DDD' : 'E-mail', { exact: true });
const CODE = '123456';

const waitsLong = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ verified: 'waiting' }) && contextOf(snapshot).failures >= PATIENT;

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
    perform: async (world, [next]) => {
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
      snapshot.matches({ verified: 'failed' }) || waitsLong(snapshot) ? [{ type: 'activation.retried' }] : [],
    perform: ({ page }) => press(page, 'Tentar de novo'),
  },
  {
    name: 'finds the network again',
    events: (snapshot) => (waitsLong(snapshot) ? [{ type: 'network.restored' }] : []),
    perform: ({ page }) => findNetworkAgain(page),
  },
];
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
      waitsLong(snapshot)
        ? [{ type: 'restored' }]
        : [],
    perform: (world) => pass(world, 1),
  },
  {
    name: 'some seconds pass',
    events: (snapshot) => timersOf(snapshot, 'backOff'),
    perform: ({ page, told }) =>
      forward(page, told, () => told.active('login')?.includes('verified.activating') ?? false),
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
    failures,
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
    snapshot.matches('verified') ? Math.min(failures, PATIENT) : 0,
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
