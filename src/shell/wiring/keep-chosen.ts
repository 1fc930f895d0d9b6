import type { Roots } from '#client/roots.ts';
import type { Storage } from '#client/storage.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { chosenMemory } from '#machines/catalog/chosen.machine.ts';
import { bringChart } from './late-chart.ts';

/**
 * Keeps the chosen store on the device, and brings its chart where there is something for it to say: a store that
 * was chosen before, or a person whose account may know one.
 */
export function keepChosen({ app, storage }: { app: AppActor; storage: Pick<Storage, 'chosen'> }): void {
  // Invoked under these very names
  const { chosen, session } = app.getSnapshot().children as unknown as Partial<Roots>;
  let last = '';
  chosen?.subscribe(({ context }) => {
    // The chart's code is on its way: what stands in its place knows the store alone.
    if (!('isOwn' in context)) return;
    const memory = chosenMemory(context);
    const text = JSON.stringify(memory);
    if (text === last) return;
    last = text;
    storage.chosen.write(memory);
  });
  const look = () => {
    if (chosen?.getSnapshot().context.id !== null || session?.getSnapshot().context.account)
      bringChart(chosen);
  };
  session?.subscribe(look);
  look();
}
