/**
 * Loads the shop as the server has it now: the worker that keeps an old one is let go, and its files with it. What
 * people chose is kept elsewhere.
 */
export async function freshPage(): Promise<void> {
  try {
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    await Promise.all(workers.map((worker) => worker.unregister()));
    // Absent on plain http.
    if ('caches' in globalThis) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  } catch {
    // A browser that keeps nothing has nothing to throw away.
  }
  location.assign('/');
}
