import { useScreen } from '#client/links.ts';
import { CatalogShelf } from './shelf.tsx';

export function CategoryScreen() {
  const { params, search } = useScreen('app.category');
  return <CatalogShelf campaignRef={params.campaign} category={params.category} q={search.q ?? null} />;
}
