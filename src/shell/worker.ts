import { trustedScript } from '#client/trusted-script.ts';
import { whenIdle } from './rest.ts';

const WORKER = '/sw.js';

/**
 * Registers the service worker, which keeps the shell at once and all other files when the page rests. A new
 * version waits; `offer` is called with what lets it in, and only then the page is loaded again (REL-13).
 */
export async function registerWorker(offer: (update: () => void) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(trustedScript(WORKER)).catch(() => null);
  if (!registration) return;
  const update = () => {
    serviceWorker.addEventListener('controllerchange', () => globalThis.location.reload(), { once: true });
    registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  };
  const look = () => {
    // Without a controller it is the first one: there is nothing to replace.
    if (registration.waiting && serviceWorker.controller) offer(update);
  };
  look();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  );
  const tell = async (message: object) => (await serviceWorker.ready).active?.postMessage(message);
  // A page that came before there was a worker; one of everybody says where search engines find it.
  if (!serviceWorker.controller && document.querySelector('link[rel=canonical]'))
    await tell({ type: 'KEEP_PAGE', page: performance.getEntriesByType('navigation')[0]?.name });
  await whenIdle();
  await tell({ type: 'KEEP_ALL' });
}
