import { AppScreen } from '#client/app-screen.tsx';
import { useLinkTo, useScreen } from '#client/links.ts';
import { ChosenStore } from '#client/shop/campaign/chosen.tsx';
import { useProducts } from '#client/shop/choice/product-list.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { CatalogSkeleton } from '#components/feedback/catalog-skeleton.tsx';
import { later } from '#components/layout/later.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { CategoryChips } from '#components/product/category-chips.tsx';
import { CategoryRail } from '#components/product/category-rail.tsx';
import { useFacets } from './facets.ts';
import { ProductGrid } from './product-grid.tsx';
import { SearchBox } from './search-box.tsx';
import { SortField } from './sort-field.tsx';
import styles from './products.module.css';

const TITLE = 'Todos os produtos';
const Nothing = later(
  'screens/products/late/nothing.tsx',
  async () => (await import('./late/nothing.tsx')).Nothing,
);

/** Everything that the campaigns of this place sell, in one list. */
export function ProductsScreen() {
  const linkTo = useLinkTo();
  const { search } = useScreen('app.products');
  const list = useProducts(search);
  const { snapshot } = list;
  const { items, tags, total } = snapshot.context;
  const facets = useFacets(search, tags);
  const problem =
    list.problem ?? (snapshot.hasTag('offline') ? 'offline' : snapshot.hasTag('failed') ? 'failed' : null);
  const isBusy = snapshot.hasTag('busy');
  return (
    <AppScreen title={TITLE} busy={isBusy}>
      <ChosenStore />
      <Columns
        kind="rail"
        sideOnPhone="hidden"
        side={
          <CategoryRail
            label="Categorias"
            items={facets}
            current=""
            back={{ text: 'Campanhas', link: linkTo('app.newHome') }}
          />
        }
      >
        <div className={styles.head}>
          {problem ? null : <ScreenHeading hidden="phone">{TITLE}</ScreenHeading>}
          <SearchBox search={search} items={items} tags={tags} campaigns={list.campaigns} />
        </div>
        {problem ? (
          <Unreachable what="os produtos" problem={problem} onRetry={list.retry} />
        ) : isBusy && items.length === 0 ? (
          <div className={styles.waiting}>
            <CatalogSkeleton />
          </div>
        ) : (
          <>
            <CategoryChips label="Categorias" items={facets} current="" />
            {snapshot.hasTag('empty') ? (
              <Nothing search={search} tags={tags} hasCampaigns={list.campaigns.length > 0} />
            ) : (
              <>
                <div className={styles.bar}>
                  <p role="status" className={styles.found}>
                    {isBusy ? 'Buscando…' : foundText(total, search.q)}
                  </p>
                  <SortField search={search} />
                </div>
                <ProductGrid
                  title={TITLE}
                  snapshot={snapshot}
                  onMore={() => list.send({ type: 'more.asked' })}
                />
              </>
            )}
          </>
        )}
      </Columns>
    </AppScreen>
  );
}

const foundText = (total: number, q: string | undefined): string =>
  [total === 1 ? '1 produto' : `${total} produtos`, q ? `para “${q}”` : ''].filter(Boolean).join(' ');
