import { hrefOfLinkIn } from '#client/outside/deep-link.ts';
import type { PageData } from '#shell/page.ts';
import type { createShopRouter } from '#shell/routes.tsx';
import { brandVariables } from '#shell/theme/palette.ts';

type Routing = Pick<ReturnType<typeof createShopRouter>, 'addresses' | 'router'>;

/** The tenant's colours, for a page that no server has made. */
function dress({ tenant }: PageData): void {
  const { documentElement: page } = document;
  page.dataset['display'] = tenant.displayFont;
  for (const [name, value] of Object.entries(brandVariables(tenant.palette)))
    page.style.setProperty(name, value);
}

/** A link from outside that no server has sent on, for want of a network. */
function followLink({ addresses, router }: Routing): void {
  const href = hrefOfLinkIn(addresses, new URL(globalThis.location.href));
  if (href !== undefined) router.history.replace(href);
}

/** Does what the server does otherwise, before the charts start. */
export function prepare(page: PageData, routing: Routing): void {
  if (!document.getElementById('page')) dress(page);
  followLink(routing);
}
