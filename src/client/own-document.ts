/**
 * Whether this page came as a document of the address that it shows. What may stand in a frame is said with the
 * document: a page that was reached from another one has that one's policy.
 */
export function isOwnDocument(): boolean {
  if (typeof window === 'undefined') return true;
  const [came] = performance.getEntriesByType('navigation');
  return came !== undefined && new URL(came.name).pathname === location.pathname;
}
