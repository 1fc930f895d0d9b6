import { loadPage } from '#actors/products.ts';
import type { Seed } from '#machines/app/context.ts';
import { productsQuery } from '#machines/catalog/products-query.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { rootIn } from './page/title.ts';
import type { Wired } from './wiring/wiring.ts';

/** Products that a page is drawn with; the rest of its sixty the browser asks for. */
const FIRST = 24;

/**
 * What the page of all products is drawn from: its chart begins with its screen, so that no other page has it.
 * Nothing for other pages, and where the server does not answer.
 * @param patience ms
 */
export async function firstProducts(
  { app, api }: Pick<Wired, 'app' | 'api'>,
  place: Place | null,
  patience: number,
): Promise<Pick<Seed, 'products'>> {
  const campaigns = rootIn(app.getSnapshot(), 'campaigns')?.context;
  if (place?.screen !== 'app.products' || !campaigns?.isKnown) return {};
  const query = productsQuery(place.search, campaigns);
  const signal = AbortSignal.timeout(patience);
  const found = await loadPage(await api(), { ...query, size: FIRST }, { page: 0, signal }).catch(() => null);
  return found ? { products: { query, ...found } } : {};
}
