import type { LeadVault } from '#actors/person/lead.ts';
import type { Credentials } from '#api/credentials.ts';
import { NetworkFault } from '#contract/fault.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import type { AnyActorRef, Subscription } from 'xstate';
import type { Roots } from '#client/roots.ts';

type Session = Roots['session'];

/**
 * Asks the token chart for a renewal and waits for what it says: a new token, none any more, or no answer.
 */
function renewal(app: AppActor, session: Session, spent: string): Promise<string | null> {
  app.send({ type: 'token.rejected', accessToken: spent });
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    const settle = (act: () => void) => {
      for (const stop of stops) stop();
      act();
    };
    const look = (): boolean => {
      const { tokens } = session.getSnapshot().context;
      if (!tokens || tokens.accessToken !== spent)
        return settle(() => resolve(tokens?.accessToken ?? null)), true;
      const token = session.getSnapshot().children.token?.getSnapshot();
      if (token?.matches('waiting') || token?.matches('stale'))
        return settle(() => reject(new NetworkFault('the token could not be renewed now'))), true;
      return false;
    };
    if (look()) return;
    const watched: (AnyActorRef | undefined)[] = [session, session.getSnapshot().children.token];
    for (const actor of watched)
      if (actor) stops.push(actor.subscribe({ next: look, complete: look }).unsubscribe);
  });
}

/** Waits until the chart knows who is here. @throws NetworkFault while nobody tells it */
const settled = (session: Session): Promise<void> =>
  new Promise((resolve, reject) => {
    let watch: Subscription | undefined;
    const look = (): void => {
      const now = session.getSnapshot();
      if (now.status === 'active' && now.matches('restoring')) return;
      watch?.unsubscribe();
      if (now.matches('waiting')) reject(new NetworkFault('it is not known who is here'));
      else resolve();
    };
    watch = session.subscribe({ next: look, complete: look });
    look();
  });

/** What this browser can prove, read from the charts at the moment of each call. */
export const credentialsOf = (app: () => AppActor, lead: LeadVault, isClosed: boolean): Credentials => {
  // Invoked under this very name
  const session = () => Reflect.get(app().getSnapshot().children, 'session') as Session | undefined;
  return {
    isClosed,
    settled: async () => {
      const actor = session();
      if (actor) await settled(actor);
    },
    bearer: () => session()?.getSnapshot().context.tokens?.accessToken ?? null,
    renew: (spent) => {
      const actor = session();
      return actor ? renewal(app(), actor, spent) : Promise.resolve(null);
    },
    leadSecret: () => lead.read()?.secret ?? null,
    signupGrant: () => session()?.getSnapshot().context.signupGrant ?? null,
  };
};
