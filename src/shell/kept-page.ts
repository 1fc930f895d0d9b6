import type { AppActor } from '#machines/app/app.machine.ts';
import type { Clock } from '#client/clock.ts';

/**
 * A page that the service worker kept is like one that was left open: its clock is put right, and its charts ask
 * anew for what it shows. Until then they are where the server was when it drew the page. What the worker writes
 * into it (`keptPage`): by how many ms the shop's clock was ahead of this device's when the page came.
 */
export function renewKept(app: AppActor, clock: Clock): void {
  const { kept } = document.documentElement.dataset;
  if (kept === undefined) return;
  clock.hear(Date.now() + Number(kept));
  app.send({ type: 'restored', now: clock.now() });
  app.send({ type: 'campaign.changed' });
}
