import { NetworkFault } from '#contract/problem.ts';
import { type AnyActorRef, type ActorSystem, type ActorSystemInfo, waitFor } from 'xstate';

/** Longest wait for a sign-in to be restored, ms. */
const PATIENCE = 30_000;

/**
 * Waits until it is known who asks: while a sign-in is being restored, a client's cart is nobody's.
 * @throws NetworkFault when that stays unknown
 */
export async function knownPerson(system: Pick<ActorSystem<ActorSystemInfo>, 'get'>): Promise<void> {
  const session = system.get('session') as AnyActorRef | undefined; // systems have no list of their members
  if (!session) return;
  await waitFor(session, (snapshot: { matches(state: string): boolean }) => !snapshot.matches('restoring'), {
    timeout: PATIENCE,
  }).catch((cause: unknown) => {
    throw new NetworkFault('the sign-in was not restored in time', { cause });
  });
}
