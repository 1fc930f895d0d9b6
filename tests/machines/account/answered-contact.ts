import { type AnyActorLogic, fromPromise } from 'xstate';
import { contactMachine } from '#machines/account/contact.machine.ts';
import { NOW, newcomer } from '../samples.ts';

const answer = (made: unknown): AnyActorLogic => fromPromise(() => Promise.resolve(made));

/** The chart of a contact over a server that takes every code at once. */
export const answeredContact = contactMachine.provide({
  actors: {
    recallChange: answer({ sent: null }),
    sendChange: answer({ resendAfter: 60, expiresIn: 300, at: NOW }),
    changeContact: answer(undefined),
    loadOwner: answer({ user: { ...newcomer.user, email: 'maria@exemplo.com' }, account: null }),
    readClock: answer({ now: NOW }),
  } as never, // by the names of its ports
});
