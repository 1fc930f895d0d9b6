import { useScreen } from '#client/links.ts';
import { CatalogShelf } from './shelf.tsx';

export function CatalogScreen() {
  const { params, search } = useScreen('app.catalog');
  return <CatalogShelf campaignRef={params.campaign} category={null} q={search.q ?? null} />;
}
