import type { Actor } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { placeOf, toAsked } from '#machines/navigation/place.ts';
import { type Wish, expectedLanding } from './landing-rules.ts';
import { type World, landing, openShop, settled } from '../real-shop.ts';

type Shop = Actor<typeof appMachine>;
const place = ({ screen, params }: Wish) => placeOf(screen, params);
const told = ({ screen, params }: Wish) => `${screen} ${Object.values(params).join(' ')}`;
export const linesOf = (app: Shop): number | undefined =>
  app.getSnapshot().children.cart?.getSnapshot().context.lines.length;
export const draftOf = (app: Shop): string =>
  JSON.stringify(app.getSnapshot().children.cart?.getSnapshot().context.draft);

/** Whether all of a part is in the whole as it was. */
const holds = (whole: unknown, part: unknown): boolean =>
  typeof part === 'object' && part !== null
    ? typeof whole === 'object' &&
      whole !== null &&
      Object.entries(part).every(([name, value]) => holds(Reflect.get(whole, name), value))
    : whole === part;

/** All wrong landings at once: one line each says more than the first failure. */
export async function wrongLandings(cases: { world: World; wish: Wish; from?: Wish }[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const given of cases) {
    const app = openShop(given.world, place(given.from ?? given.wish)).start();
    await settled();
    const before = draftOf(app);
    if (given.from) {
      app.send(toAsked(place(given.wish)));
      await settled();
    }
    const found = landing(app);
    const expected = expectedLanding(given.wish, given.world, given.from);
    const case_ = `${given.world.who}, ${given.world.lines} lines, ${given.world.draft}${given.world.order ? `, ${given.world.order}` : ''}${given.world.intranet ? ', intranet' : ''}: ${given.from ? `${told(given.from)} → ` : ''}${told(given.wish)}`;
    if (found !== expected) wrong.push(`${case_}: ${found} instead of ${expected}`);
    // A review decides what nobody has decided yet, and nothing else (D80).
    const isKept =
      given.wish.screen === 'checkout.review'
        ? holds(JSON.parse(draftOf(app)), JSON.parse(before))
        : draftOf(app) === before;
    if (!isKept) wrong.push(`${case_}: the draft changed`);
    if (linesOf(app) !== (given.world.lines ? 1 : 0)) wrong.push(`${case_}: a line was lost`);
    app.stop();
  }
  return wrong;
}
