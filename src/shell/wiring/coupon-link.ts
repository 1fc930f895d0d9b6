const NAME = 'cupom';

/**
 * The coupon that this page was opened with (`?cupom=…`), wherever one has gone on it since. The address is then
 * as it would be without: Back and whoever it is shared with never meet it again.
 */
export function takeCoupon(): string | undefined {
  const url = new URL(globalThis.location.href);
  if (url.searchParams.has(NAME)) {
    url.searchParams.delete(NAME);
    history.replaceState(history.state, '', url);
  }
  const [opened] = performance.getEntriesByType('navigation');
  return (opened && new URL(opened.name).searchParams.get(NAME)?.trim()) || undefined;
}
