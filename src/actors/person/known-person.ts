import { ApiProblem, NetworkFault } from '#contract/problem.ts';
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

/**
 * The same for what is an account's alone. A visitor's record knows nothing of it: whoever asked with that
 * would hear of no such thing.
 * @throws ApiProblem UNAUTHENTICATED while nobody is signed in
 */
export async function knownOwner(system: Parameters<typeof knownPerson>[0]): Promise<void> {
  await knownPerson(system);
  const session = system.get('session') as AnyActorRef | undefined; // as above
  if (session?.getSnapshot().matches('visitor')) throw new ApiProblem('UNAUTHENTICATED');
}
