import type { AnyActorRef } from 'xstate';

/**
 * Waits until `holds`, looking whenever one of the actors moves.
 * @returns false when that was not so within `patience` ms
 */
export function until(
  actors: readonly AnyActorRef[],
  holds: () => boolean,
  patience: number,
): Promise<boolean> {
  if (holds()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (answer: boolean) => {
      clearTimeout(timer);
      for (const { unsubscribe } of subscriptions) unsubscribe();
      resolve(answer);
    };
    const look = () => {
      if (holds()) end(true);
    };
    const timer = setTimeout(() => end(false), patience);
    const subscriptions = actors.map((actor) => actor.subscribe(look));
  });
}
