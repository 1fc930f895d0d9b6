import { type ScreenId, screenIds } from '#machines/navigation/screens.ts';
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { codeLost } from '#client/code-lost.ts';
import { once } from '#client/late.ts';

type ScreenComponent = AsyncRouteComponent<Record<never, never>>;

type Module<N extends string> = { [K in N]: () => ReactNode };
const screen = <const N extends string>(load: () => Promise<Module<N>>, name: N): ScreenComponent =>
  // The module's type has been checked above
  lazyRouteComponent(() => load().catch(codeLost), name) as ScreenComponent;

const publicScreens = {
  'app.home': screen(() => import('#screens/home/home-screen.tsx'), 'HomeScreen'),
  'app.newHome': screen(() => import('#screens/home/new-home-screen.tsx'), 'NewHomeScreen'),
  'app.campaign': screen(() => import('#screens/campaign/campaign-screen.tsx'), 'CampaignScreen'),
  'app.catalog': screen(() => import('#screens/catalog/catalog-screen.tsx'), 'CatalogScreen'),
  'app.category': screen(() => import('#screens/catalog/category-screen.tsx'), 'CategoryScreen'),
  'app.product': screen(() => import('#screens/product/product-screen.tsx'), 'ProductScreen'),
  'app.about': screen(() => import('#screens/help/about-screen.tsx'), 'AboutScreen'),
} satisfies Partial<Record<ScreenId, ScreenComponent>>;

/** Screens whose names and files come with the first of them: somebody who looks around needs none. */
export type PrivateScreenId = Exclude<ScreenId, keyof typeof publicScreens>;
export const loadPrivateScreens = once(() => import('./private-screens.ts'));
const isPrivate = (id: ScreenId): id is PrivateScreenId => !Object.hasOwn(publicScreens, id);
const privateScreen = (id: PrivateScreenId): ScreenComponent =>
  screen(async () => ({ Screen: await (await loadPrivateScreens()).privateScreens[id]() }), 'Screen');

/**
 * One line per screen of the table, here or in private-screens.ts, and one in screen-files.ts; a screen
 * without a component does not compile.
 */
export const components = {
  ...publicScreens,
  ...Object.fromEntries(screenIds.filter(isPrivate).map((id) => [id, privateScreen(id)])),
} as Record<ScreenId, ScreenComponent>; // fromEntries forgets its keys
