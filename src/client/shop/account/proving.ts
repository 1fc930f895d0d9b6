import type { Client } from '#api/client.ts';
import { codeActors } from '#actors/person/code.ts';
import { useShell } from '#client/context.ts';
import { late } from '#client/late.ts';
import type { User } from '#contract/people/account.ts';
import type { Owner } from '#machines/account/contact.machine.ts';
import { type KnownContact, proofMachine } from '#machines/login/proof.machine.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { useEffect, useEffectEvent } from 'react';
import type { Subscription } from 'xstate';

/** Where the code goes by which a person proves that it is still them. */
export const knownContact = ({ phone, email }: User): KnownContact =>
  phone ? { channel: 'phone', phone, email: null } : { channel: 'email', phone: null, email: email ?? null };

/** A proof in place. @param now the server's clock, epoch ms */
export const proofIn = (api: () => Promise<Client>, now: () => number) =>
  proofMachine.provide({
    actors: late(async () => codeActors(await api(), now), ['sendCode', 'signIn', 'readClock']),
  });

interface Proving {
  on(type: 'contact.proved', hear: (event: Renewal) => void): Subscription;
}
/** The proof is a sign-in of its own: what is asked for next is asked with it. */
export function useProved(actor: Proving, { user, account }: Owner): void {
  const { app } = useShell();
  const tell = useEffectEvent(({ tokens, signupGrant }: Renewal) =>
    app.send({ type: 'signin.completed', tokens, signupGrant, user, account }),
  );
  useEffect(() => {
    const { unsubscribe } = actor.on('contact.proved', tell);
    return unsubscribe;
  }, [actor]);
}
