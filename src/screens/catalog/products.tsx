import { useIsWhole, useRoot } from '#client/hooks.ts';
import { ItemTile, isOpened } from '#client/shop/choice/item-tile.tsx';
import { LongRest } from '#client/shop/order/long-rest.tsx';
import type { Shelf } from '#client/shop/choice/shelf.ts';
import { later } from '#components/layout/later.tsx';
import { LateRefusalNote } from '#components/feedback/late-refusal-note.tsx';
import { GridSkeleton, TileSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { TileGrid } from '#components/layout/tile-grid.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { LONGEST_SEARCH } from '#domain/search.ts';
import styles from './catalog.module.css';

/** What the server sends and draws of a catalog; the rest is drawn near the viewport only. */
const FIRST = 24;
/** Tiles that a phone or a desktop shows without scrolling. */
const SEEN = 4;
/** Tiles that begin within the first screen of a phone. */
const NEAR = 6;

interface Props {
  campaignRef: string;
  campaign: Campaign;
  shelf: Shelf;
  category: string | null;
  q: string | null;
  title: string;
  isOver: boolean;
}

/** Said where something of what was typed is left out. */
const cutText = (q: string): string =>
  q.length < LONGEST_SEARCH ? '' : `A busca usa as primeiras ${LONGEST_SEARCH} letras.`;
const Nothing = later(
  'screens/catalog/late/nothing.tsx',
  async () => (await import('./late/nothing.tsx')).Nothing,
);

export function Products({
  campaignRef,
  campaign,
  shelf: { items, phase },
  category,
  q,
  title,
  isOver,
}: Props) {
  const catalog = useRoot('catalog');
  const isComing = phase === 'completing';
  const isWhole = useIsWhole();
  if (items.length === 0 && !isComing && phase !== 'partial')
    return <Nothing campaignRef={campaignRef} category={category} q={q} cut={cutText(q ?? '')} />;
  // Back leads to where a product was opened.
  const at = items.findIndex(isOpened);
  const tile = (index: number) => {
    const item = items[index];
    const isDrawn = isWhole || index < NEAR || Math.abs(index - at) < NEAR;
    return !isDrawn ? (
      <TileSkeleton key={item?.id} />
    ) : item ? (
      <ItemTile
        key={item.id}
        item={item}
        campaign={campaignRef}
        campaignName={campaign.name}
        eager={index < SEEN}
        far={index >= NEAR}
        closed={isOver}
        index={index}
        of={items.length}
      />
    ) : null;
  };
  return (
    <>
      <h2 className={styles.group}>{category === null ? 'Todos os produtos' : `Produtos em ${title}`}</h2>
      {q ? (
        <p role="status" className={styles.found}>
          {[`${items.length === 1 ? '1 produto' : `${items.length} produtos`} para “${q}”`, cutText(q)]
            .filter(Boolean)
            .join('. ')}
        </p>
      ) : null}
      <LongRest
        label={title}
        count={items.length}
        first={FIRST}
        keyOf={(index) => items[index]?.id ?? String(index)}
        renderCard={tile}
      >
        <TileGrid beside label={title} busy={isComing}>
          {items.slice(0, FIRST).map((_, index) => tile(index))}
        </TileGrid>
      </LongRest>
      {isComing && (items.length < FIRST || items.length % 2 === 0) ? (
        <div className={styles.more}>
          <Waiting text="Carregando mais produtos">
            <GridSkeleton count={items.length === 0 ? 8 : 4} />
          </Waiting>
        </div>
      ) : null}
      {phase === 'partial' ? (
        <div className={styles.notes}>
          <LateRefusalNote
            text="Parte dos produtos não carregou."
            remedy={{ label: 'Tentar de novo', onClick: () => catalog.send({ type: 'load.retried' }) }}
          />
        </div>
      ) : null}
    </>
  );
}
