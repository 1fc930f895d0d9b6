import { plainAddress } from '#domain/picture.ts';
import { pageTitle } from '#domain/title.ts';
import { isNotFound, whereIs } from '#machines/app/selectors.ts';
import type { AppSnapshot } from '#machines/app/app.machine.ts';
import { type Place, definition, nameOf } from '#machines/navigation/screens.ts';
import type { Campaign } from '#contract/campaign.ts';
import type { Item } from '#contract/catalog.ts';
import type { Roots } from '#client/roots.ts';
import { type TenantView, mediaAddress } from '#client/tenant.ts';

/** A root's snapshot, read from the app's. */
export function rootIn<K extends keyof Roots>(
  snapshot: AppSnapshot,
  name: K,
): ReturnType<Roots[K]['getSnapshot']> | null {
  const actor = Reflect.get(snapshot.children, name) as Roots[K] | undefined; // invoked under this very name
  return actor ? (actor.getSnapshot() as ReturnType<Roots[K]['getSnapshot']>) : null;
}

const LOST = 'Página não encontrada';

function productOf(snapshot: AppSnapshot, place: Place): Item | null {
  if (place.screen !== 'app.product') return null;
  const { itemId } = place.params;
  const item = rootIn(snapshot, 'product')?.context.item ?? null;
  // What the shelf knows is shown at once, so it is named at once.
  return item?.id === itemId
    ? item
    : (rootIn(snapshot, 'catalog')?.context.items.find(({ id }) => id === itemId) ?? null);
}

function campaignOf(snapshot: AppSnapshot, place: Place): Campaign | null {
  const ref =
    'campaignId' in place.params
      ? place.params.campaignId
      : 'campaign' in place.params
        ? place.params.campaign
        : null;
  const { campaigns = [], met = [] } = rootIn(snapshot, 'campaigns')?.context ?? {};
  return ref ? ([...campaigns, ...met].find(({ id, slug }) => id === ref || slug === ref) ?? null) : null;
}

const categoryOf = (snapshot: AppSnapshot, place: Place): string | null =>
  place.screen === 'app.category'
    ? (rootIn(snapshot, 'catalog')?.context.preview?.tags.find(({ slug }) => slug === place.params.category)
        ?.name ?? null)
    : null;

/**
 * The name of what a screen shows, once it is known. Product and category never fall back to their campaign's
 * name, which is the title of the page that one came from.
 */
function subjectOf(snapshot: AppSnapshot, place: Place): string | null {
  if (place.screen === 'app.product') return productOf(snapshot, place)?.name ?? null;
  if (place.screen === 'app.category') return categoryOf(snapshot, place);
  return campaignOf(snapshot, place)?.name ?? null;
}

/**
 * An order that is thanked for or to be paid in one screen's own words; nothing is said of it before the
 * server has answered.
 */
const isUnheard = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ orderSuccess: 'checking' }) || snapshot.matches({ orderPendingPayment: 'checking' });

/**
 * The heading of a place: the name of what it shows, else the operator's title for the route or the table's.
 */
function headingOf(snapshot: AppSnapshot, place: Place | null = whereIs(snapshot)): string {
  if (!place) return '';
  const screen = isUnheard(snapshot) ? 'app.ordersDetails' : place.screen;
  const row = definition(screen);
  return (
    subjectOf(snapshot, place) ??
    rootIn(snapshot, 'marketplace')?.context.documents?.routes[nameOf(screen, row)] ??
    row.title
  );
}

/** For an address that leads nowhere; the chart does not hear of it. */
export const titleOfNowhere = (tenant: TenantView): string => titled(LOST, tenant);

const titled = (route: string, { partner, hideTitleSuffix }: TenantView): string =>
  pageTitle({ route, partner, hideSuffix: hideTitleSuffix });
/**
 * `{route} | {partner} | Vitrine`, or nothing while the chart is nowhere.
 * Source: spec.md §2; definitions.md, Documents.
 * @param place where the address is, when the chart could not follow it there
 */
export function titleOf(snapshot: AppSnapshot, tenant: TenantView, place?: Place | null): string {
  const heading = !place && isNotFound(snapshot) ? LOST : headingOf(snapshot, place ?? undefined);
  return heading && titled(heading, tenant);
}
export const titleOfPlace = (place: Place, tenant: TenantView): string =>
  titled(definition(place.screen).title, tenant);

/** One sentence for search engines and shared previews. */
export function descriptionOf(snapshot: AppSnapshot, tenant: TenantView): string {
  const place = whereIs(snapshot);
  const said = place && (productOf(snapshot, place)?.description || campaignOf(snapshot, place)?.description);
  return (said || `Campanhas e produtos de ${tenant.partner}, com preço claro e entrega combinada.`).slice(
    0,
    200,
  );
}

/** The picture of a shared preview. */
export function imageOf(snapshot: AppSnapshot, { client }: TenantView): string | null {
  const place = whereIs(snapshot);
  const image =
    place && (productOf(snapshot, place)?.images[0] ?? campaignOf(snapshot, place)?.profile.image);
  return image ? plainAddress(mediaAddress(client, image)) : null;
}
