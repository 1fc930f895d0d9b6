import type { AnyActorRef, AnyStateMachine, EventObject } from 'xstate';

const CAME = 'late.came';
const WANTED = 'late.wanted';

/** Brings the code of such a chart before anybody needs it. */
export const bringChart = (actor: AnyActorRef | undefined): void => actor?.send({ type: WANTED });

/**
 * A chart that lives from the beginning, and whose code comes with the first event that needs it. Until then
 * it stands as `slot` draws it.
 * What it was told while its code came it hears afterwards, in order; of what it was told before, the last of
 * each kind.
 * When the code does not come, the next such event asks for it again.
 * @param slot the same chart without anything in it @param load the chart with its ports @param wakes the
 * types of those events, or how they begin
 * @param there the chart, when its code is here already
 */
export function lateChart<M extends AnyStateMachine>(
  slot: M,
  load: () => Promise<M>,
  wakes: readonly string[],
  there?: M,
): M {
  let chart = there;
  let input: unknown;
  let missed: EventObject[] = [];
  const logic: Pick<M, 'getInitialSnapshot' | 'transition'> = {
    getInitialSnapshot: (scope, given) => {
      input = given;
      return (chart ?? slot).getInitialSnapshot(scope, given);
    },
    transition: (snapshot, event, scope) => {
      const isWanted = event.type === WANTED;
      if (chart) return isWanted ? snapshot : chart.transition(snapshot, event, scope);
      if (event.type === CAME) {
        const { come } = event as unknown as { come: M }; // sent below, and by nobody else
        chart = come;
        return missed.reduce(
          (at, event) => come.transition(at, event, scope),
          come.getInitialSnapshot(scope, input),
        );
      }
      const isNeeded = [event, ...missed].some(({ type }) => wakes.some((wake) => type.startsWith(wake)));
      if (!isWanted) missed = [...missed.filter(({ type }) => isNeeded || type !== event.type), event];
      if (isNeeded || isWanted)
        void load().then(
          (come) => chart ?? scope.self.send({ type: CAME, come }),
          () => undefined,
        );
      return snapshot;
    },
  };
  return logic as M; // what an actor asks of a chart that is never written down whole
}
