import { useScreen } from '#client/links.ts';
import { Shop } from './shop.tsx';

export function CategoryScreen() {
  const { params, search } = useScreen('app.category');
  return <Shop campaignRef={params.campaign} category={params.category} q={search.q ?? null} />;
}
