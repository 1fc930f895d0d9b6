/**
 * The style attributes that the page's policy made a sheet of: React compares them in development, and a
 * mismatch that stands there always hides the true ones.
 */
export function withStyleAttributes(page: string): string {
  const rules = new Map(
    [...page.matchAll(/\[data-s="(\d+)"\]\[data-s\]\{([^}]*)\}/g)].map(([, at = '', declarations = '']) => [
      at,
      declarations.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    ]),
  );
  return page.replace(/ data-s="(\d+)"/g, (whole, at: string) =>
    rules.has(at) ? ` style="${rules.get(at)}"` : whole,
  );
}
