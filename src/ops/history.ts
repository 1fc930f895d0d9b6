import type { ActorRefFrom } from 'xstate';
import type { opsMachine } from '#machines/ops/ops.machine.ts';
import {
  type DeskPlace,
  FIRST_PLACE,
  LOGIN_PATH,
  addressOf,
  deskScreens,
  placeAt,
  requestOf,
} from '#machines/ops/screens.ts';

export type OpsActor = ActorRefFrom<typeof opsMachine>;

/** Where the charts are: the sign-in, a place of the desk, or nowhere yet. */
function placeNow(ops: OpsActor): DeskPlace | 'login' | null {
  const snapshot = ops.getSnapshot();
  if (snapshot.hasTag('login')) return 'login';
  return snapshot.children.desk?.getSnapshot().context.place ?? null;
}

/** The chart wins: what it answers is written into the address; Back and forward ask it. */
export function followHistory(ops: OpsActor, store: string): void {
  let written: DeskPlace | 'login' | null = null;
  const write = () => {
    const now = placeNow(ops);
    if (now === null || now === written) return;
    const address = now === 'login' ? LOGIN_PATH : addressOf(now);
    const title = now === 'login' ? 'Entrar' : deskScreens[now.screen].title;
    document.title = `${title} · ${store}`;
    if (address !== location.pathname + location.search) {
      // A filter is no step of its own, and the sign-in none to go back to.
      const isStep =
        now !== 'login' &&
        written !== null &&
        written !== 'login' &&
        (now.screen !== written.screen || now.id !== written.id);
      history[isStep ? 'pushState' : 'replaceState'](null, '', address);
    }
    written = now;
  };
  let desk: { unsubscribe(): void } | undefined;
  ops.subscribe((snapshot) => {
    desk?.unsubscribe();
    desk = snapshot.children.desk?.subscribe(write);
    write();
  });
  addEventListener('popstate', () => ops.send(requestOf(placeAt(location.href) ?? FIRST_PLACE)));
}
