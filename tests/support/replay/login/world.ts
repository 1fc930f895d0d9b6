import type { AnyMachineSnapshot } from 'xstate';
import type { LoginContext } from '#machines/login/setup.ts';
import { type Person, codeFor } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import type { Staged } from '../play.ts';
import type { Gate } from '../stage.ts';

/** What a tour through the sign-in is played with. */
export interface World extends Staged {
  shop: Shop;
  person: Person & { email: string };
  gates: Record<'sendCode' | 'signIn' | 'activate', Gate>;
  /** codes that the server sent, by contact */
  sent: Record<string, number>;
}
export type Ports = keyof World['gates'];
export type Channel = LoginContext['channel'];

/** The addresses of the calls of each port. */
export const calls: Record<Ports, RegExp> = {
  sendCode: /\/api\/users\/authenticate\/(?:sms|email)$/,
  signIn: /\/auth\/login$/,
  activate: /\/api\/users\/activate$/,
};

export const contextOf = ({ context }: AnyMachineSnapshot) => context as LoginContext; // of this chart
export const channelOf = (snapshot: AnyMachineSnapshot): Channel => contextOf(snapshot).channel;
/** A contact as the server knows it. */
export const known = ({ person }: World, channel: Channel) =>
  channel === 'phone' ? person.phone : person.email;
export const channelHere = ({ page }: World): Channel => (page.url().includes('/email/') ? 'email' : 'phone');
/** Five codes in an hour are enough for anybody. */
export const HOUR = 3_601;

/** The newest code to each contact, until another is sent. */
const codes = new WeakMap<World['person'], Map<Channel, string>>();
export const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');
export async function newestCode(world: World, channel: Channel): Promise<string> {
  const own = codes.get(world.person) ?? new Map<Channel, string>();
  codes.set(world.person, own);
  const known = own.get(channel);
  if (known !== undefined) return known;
  const code = await codeFor(world.shop, channel === 'phone' ? world.person.phone : world.person.email);
  own.set(channel, code);
  return code;
}

/** A code went out: it is counted, and the one before it is no longer the newest. */
export function noteSent(world: World, channel: Channel): void {
  const contact = known(world, channel);
  world.sent[contact] = (world.sent[contact] ?? 0) + 1;
  codes.get(world.person)?.delete(channel);
}
