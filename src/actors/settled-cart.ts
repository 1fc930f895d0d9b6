import { NetworkFault } from '#contract/problem.ts';
import { type AnyActorRef, type ActorSystem, type ActorSystemInfo, waitFor } from 'xstate';

/** Longest wait for the cart to be written before something is asked about it, ms. */
const PATIENCE = 30_000;

/**
 * Waits until the server has this browser's cart as it is on the screen: a quote or lock of an older one
 * would be right and useless.
 * @param options.isAwaited by a person: what they have just changed is written at once, and not after a moment
 * @throws NetworkFault when the cart cannot be written now
 */
export async function settledCart(
  system: Pick<ActorSystem<ActorSystemInfo>, 'get'>,
  { isAwaited = false } = {},
): Promise<void> {
  const cart = system.get('cart') as AnyActorRef | undefined; // systems have no list of their members
  if (!cart) return;
  // Whoever asks may be in the middle of a word of the cart itself: what it was told meanwhile is heard
  // first.
  await Promise.resolve();
  if (isAwaited) cart.send({ type: 'write.awaited' });
  const done = await waitFor(
    cart,
    (snapshot: { hasTag(tag: string): boolean }) =>
      snapshot.hasTag('settled') || snapshot.hasTag('offline') || snapshot.hasTag('failed'),
    { timeout: PATIENCE },
  ).catch((cause: unknown) => {
    throw new NetworkFault('the cart was not written in time', { cause });
  });
  if (done.hasTag('offline')) throw new NetworkFault('the cart waits for the network');
}

/**
 * Waits until there is a network; at once where there is one, or nobody who watches it.
 * @throws whatever ended `signal`
 */
export async function networkHere(
  system: Pick<ActorSystem<ActorSystemInfo>, 'get'>,
  signal: AbortSignal,
): Promise<void> {
  const network = system.get('network') as AnyActorRef | undefined; // as above
  if (!network) return;
  await waitFor(network, (snapshot: { hasTag(tag: string): boolean }) => !snapshot.hasTag('offline'), {
    timeout: Infinity,
    signal,
  });
}
