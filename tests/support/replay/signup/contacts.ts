import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { ask as asked } from '#machines/navigation/place.ts';
import { codesSent, heading, seen, typeCode } from '#tests/support/people.ts';
import { tokens, user } from '#tests/support/samples.ts';
import { press } from '../means.ts';
import type { Act } from '../tours.ts';
import {
  type World,
  codeTo,
  contextOf,
  isProofNew,
  noteProved,
  noteSent,
  passHalfAnHour,
  passToLastMinutes,
} from './world.ts';

const EMAIL = 'maria@exemplo.com';
const isProved = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).signupGrant !== null;
export const renewal = { tokens, signupGrant: 'grant' };
const proved = { type: 'contact.proved', ...renewal };
const onItsWay = {
  type: 'xstate.snapshot.second',
  snapshot: { value: { typing: 'counting' }, context: { value: EMAIL } },
};
const added = {
  type: 'xstate.done.actor.second',
  actorId: 'second',
  output: { user: { ...user, phone: '+5511987654321', email: EMAIL } },
};

export async function proveAgain(world: World): Promise<void> {
  const { page, person } = world;
  await seen(heading(page, 'Confirme que é você'));
  await typeCode(page, await codeTo(world, person.phone));
  noteProved(world);
}
const mailField = ({ page }: World) => page.getByLabel('E-mail', { exact: true });
async function sendToMail(world: World): Promise<void> {
  await mailField(world).fill(world.person.email);
  await press(world.page, 'Confirmar agora');
}

/** The code that is on its way would be over before the proof is. */
async function sendAnother(world: World): Promise<void> {
  const { page, person, sent, shop } = world;
  await passToLastMinutes(world);
  await press(page, 'Reenviar código');
  noteSent(world, person.email);
  await expect.poll(() => codesSent(shop, person.email)).toBe(sent[person.email]);
}

/** Another contact, told or proved. */
export const contacts: Act<World>[] = [
  {
    name: 'tells the e-mail and leaves it for later',
    events: (snapshot) =>
      snapshot.matches('verification') ? [{ type: 'contact.postponed', value: EMAIL }] : [],
    perform: async (world) => {
      await mailField(world).fill(world.person.email);
      await press(world.page, 'Depois');
    },
  },
  {
    name: 'has a code sent to the e-mail',
    events: (snapshot) =>
      snapshot.matches('verification') && isProved(snapshot) ? [{ type: 'restored' }, onItsWay] : [],
    perform: async (world) => {
      await passToLastMinutes(world);
      noteSent(world, world.person.email);
      await sendToMail(world);
    },
  },
  {
    name: 'has one sent after half an hour, and proves the phone again',
    events: (snapshot) =>
      snapshot.matches('verification') && isProved(snapshot) ? [{ type: 'restored' }, proved, onItsWay] : [],
    perform: async (world) => {
      await passHalfAnHour(world);
      await sendToMail(world);
      noteSent(world, world.person.phone);
      await proveAgain(world);
      noteSent(world, world.person.email);
    },
  },
  {
    name: 'asks for another too early, and goes to where the first is typed',
    events: (snapshot) =>
      snapshot.matches('activation')
        ? [
            asked('signup.verification', { channel: 'email' }),
            asked('signup.activation', { channel: 'email' }),
          ]
        : [],
    perform: async (world) => {
      await world.page.getByRole('link', { name: 'Usar outro' }).click();
      await sendToMail(world);
      await world.page.getByRole('link', { name: 'Digitar o código' }).click();
    },
  },
  {
    name: 'leaves the code for later',
    events: (snapshot) =>
      snapshot.matches('activation') ? [{ type: 'contact.postponed', value: EMAIL }] : [],
    perform: ({ page }) => press(page, 'Depois'),
  },
  {
    name: 'types the code of the e-mail',
    events: (snapshot) => (snapshot.matches('activation') ? [added] : []),
    perform: async (world) => typeCode(world.page, await codeTo(world, world.person.email)),
  },
  {
    name: 'types it as half an hour is over, and proves the phone again',
    events: (snapshot) =>
      snapshot.matches('activation') && isProved(snapshot) ? [{ type: 'restored' }, proved, added] : [],
    perform: async (world) => {
      if (isProofNew(world)) await sendAnother(world);
      await passHalfAnHour(world);
      await typeCode(world.page, await codeTo(world, world.person.email));
      noteSent(world, world.person.phone);
      await proveAgain(world);
    },
  },
];
