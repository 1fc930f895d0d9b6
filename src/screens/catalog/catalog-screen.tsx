import { useScreen } from '#client/links.ts';
import { Shop } from './shop.tsx';

export function CatalogScreen() {
  const { params, search } = useScreen('app.catalog');
  return <Shop campaignRef={params.campaign} category={null} q={search.q ?? null} />;
}
