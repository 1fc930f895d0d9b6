import type { AnyStateMachine, EventObject } from 'xstate';

const CAME = { type: 'late.came' };

/**
 * A chart that lives from the beginning, and whose code comes with the first event that needs it. Until then it stands as `slot` draws it.
 * What it was told while its code came it hears afterwards, in order; of what it was told before, the last of each kind.
 * When the code does not come, the next such event asks for it again.
 * @param slot the same chart without anything in it @param load the chart with its ports @param wakes the types of those events
 */
export function lateChart<M extends AnyStateMachine>(slot: M, load: () => Promise<M>, wakes: readonly string[]): M {
  let chart: M | undefined;
  let isAwake = false;
  let input: unknown;
  let missed: EventObject[] = [];
  const logic: Pick<M, 'getInitialSnapshot' | 'transition' | 'getPersistedSnapshot'> = {
    getInitialSnapshot: (scope, given) => {
      input = given;
      return slot.getInitialSnapshot(scope, given);
    },
    transition: (snapshot, event, scope) => {
      if (chart && isAwake) return chart.transition(snapshot, event, scope);
      if (chart && event.type === CAME.type) {
        isAwake = true;
        const there = chart;
        const first = there.getInitialSnapshot(scope, input);
        return missed.reduce((at, told) => there.transition(at, told, scope), first);
      }
      const isNeeded = [event, ...missed].some(({ type }) => wakes.includes(type));
      missed = [...missed.filter(({ type }) => isNeeded || type !== event.type), event];
      if (isNeeded) {
        void load().then(
          (come) => {
            chart ??= come;
            if (!isAwake) scope.self.send(CAME);
          },
          () => undefined,
        );
      }
      return snapshot;
    },
    getPersistedSnapshot: (snapshot, options) => (chart && isAwake ? chart : slot).getPersistedSnapshot(snapshot, options),
  };
  return logic as M; // what an actor asks of a chart
}
