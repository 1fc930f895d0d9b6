import type { Client } from '#api/client.ts';
import { currentUser, getAccount } from '#contract/people/account.ts';
import { type Login, updateLogin, verifyLogin } from '#contract/people/contact.ts';
import type { ChangeRecalled, Heard, NewContact } from '#machines/account/contact.machine.ts';
import type { Channel, CodeSent } from '#machines/login/code.ts';
import { fromPromise } from 'xstate';
import * as v from 'valibot';

/** What a tab keeps of a code that went to a new contact. */
const Kept = v.object({
  channel: v.picklist(['phone', 'email']),
  value: v.string(),
  resendAt: v.number(),
  /** when the code is void */ until: v.number(),
});
/** Where a tab keeps it. */
export interface ChangeVault {
  read(): unknown;
  write(value: v.InferOutput<typeof Kept> | null): void;
}

const loginOf = ({ channel, value }: NewContact): Login => ({
  key: channel === 'phone' ? 'PHONE' : 'EMAIL',
  value,
});

/**
 * Ports of the chart by which a contact changes.
 * @param now the server's clock, epoch ms
 * @param hasAccount false while a sign-up is at work: nobody asks for what is not made yet
 */
export const contactActors = (
  api: () => Promise<Client>,
  vault: ChangeVault,
  now: () => number,
  hasAccount = true,
) => ({
  recallChange: fromPromise<ChangeRecalled, { channel: Channel }>(({ input: { channel } }) => {
    const kept = v.safeParse(Kept, vault.read());
    const isAlive = kept.success && kept.output.channel === channel && kept.output.until > now();
    return Promise.resolve({
      sent: isAlive ? { value: kept.output.value, resendAt: kept.output.resendAt } : null,
    });
  }),
  sendChange: fromPromise<CodeSent, NewContact>(async ({ input, signal }) => {
    const sent = await (await api()).call(verifyLogin, { body: loginOf(input), signal });
    const at = now();
    vault.write({
      ...input,
      resendAt: at + sent.resendAfter * 1_000,
      until: at + sent.expiresIn * 1_000,
    });
    return { ...sent, at };
  }),
  changeContact: fromPromise<unknown, NewContact & { code: string }>(async ({ input, signal }) =>
    (await api()).call(updateLogin, { body: { ...loginOf(input), code: input.code }, signal }),
  ),
  /** What the server knows after it; the code is of no more use. */
  loadOwner: fromPromise<Heard, Record<string, never>>(async ({ signal }) => {
    const client = await api();
    const user = await client.call(currentUser, { signal });
    const account = hasAccount ? await client.call(getAccount, { signal }) : null;
    return { user, account };
  }),
  readClock: fromPromise<{ now: number }, Record<string, never>>(() => Promise.resolve({ now: now() })),
});
