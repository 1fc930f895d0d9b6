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

/**
 * A page of the built shop for its sources: without the build's scripts and sheets, and without the loader,
 * which would start the built shop beside them.
 */
export const withoutBuild = (page: string): string =>
  withStyleAttributes(page)
    .replace(/<script\b[^>]*\bdata-entry=[^]*?<\/script>/, '')
    .replaceAll(/<script\b[^>]*\bsrc="\/assets\/[^"]+"[^>]*><\/script>/g, '')
    .replaceAll(/<link\b[^>]*\bhref="\/assets\/[^"]+\.(?:js|css)"[^>]*>/g, '');
