import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { heading, seen } from '#tests/support/people.ts';
import type { Shown } from '../play.ts';
import { looking } from '../stage.ts';
import { type World, signInHere } from './world.ts';

/** Nothing is seen of a token but its end. */
export const screenOf = ({ status }: AnyMachineSnapshot): Shown =>
  status === 'active'
    ? { screen: 'app.accountDashboard', path: '/account' }
    : { screen: 'login.options', path: '/login', replaces: true };

/** What the page has asked the server for, and what that has of the sign-in. @returns that, in Portuguese */
export async function look(world: World, after: AnyMachineSnapshot): Promise<string[]> {
  const { page, tick, beside } = world;
  const shows = (what: () => unknown, message: string) => expect.poll(looking(tick, what), { message });
  const wanted = world.answered + (after.matches('renewing') ? 1 : 0);
  await shows(() => world.requested, 'renewals that the page asked for').toBe(wanted);
  await seen(
    after.status === 'active' ? heading(page, 'Olá, Teresa') : page.getByText('Sua sessão terminou.'),
  );
  const here = await signInHere(world);
  expect(here !== undefined, 'the server has the sign-in').toBe(!world.isEnded);
  if (here) beside.issued.add(here.usedAt);
  expect(beside.issued.size, 'tokens that the server gave out').toBe(1 + world.granted);
  return [
    `Trocas pedidas por esta página: ${world.requested}`,
    `Chaves dadas pelo servidor a esta entrada: ${beside.issued.size}`,
    here ? 'A entrada vale' : 'A entrada foi encerrada',
  ];
}
