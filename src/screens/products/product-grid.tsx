import { useIsWhole, useNow } from '#client/hooks.ts';
import { useSellers } from '#client/shop/campaign/sellers.ts';
import { ItemTile, isOpened } from '#client/shop/choice/item-tile.tsx';
import { LongRest } from '#client/shop/order/long-rest.tsx';
import { LateRefusalNote } from '#components/feedback/late-refusal-note.tsx';
import { GridSkeleton, TileSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { classNames } from '#components/form/class-names.ts';
import { TileGrid } from '#components/layout/tile-grid.tsx';
import type { ProductList } from '#client/shop/choice/product-list.ts';
import { CampaignNote } from './campaign-note.tsx';
import styles from './products.module.css';

/** What the server sends and draws; the rest is drawn near the viewport only. */
const FIRST = 24;
/** Tiles that a phone or a desktop shows without scrolling. */
const SEEN = 4;
/** Tiles that begin within the first screen of a phone. */
const NEAR = 6;

/** The campaign below a tile, px, with the gap between them. */
const SELLER = 48;

interface Props {
  title: string;
  snapshot: ProductList['snapshot'];
  onMore: () => void;
}

/** The list, and at its end the way to more. */
export function ProductGrid({ title, snapshot, onMore }: Props) {
  const { items, total } = snapshot.context;
  const now = useNow(15_000);
  const sellerOf = useSellers(now);
  const isWhole = useIsWhole();
  const isComing = snapshot.hasTag('more');
  // Back leads to where a product was opened.
  const at = items.findIndex(isOpened);
  const card = (index: number) => {
    const item = items[index];
    const isDrawn = isWhole || index < NEAR || Math.abs(index - at) < NEAR;
    if (!item) return null;
    // As high as what comes: Back leads to a place on the page before all of it is drawn.
    if (!isDrawn)
      return (
        <div key={item.id} className={styles.card}>
          <TileSkeleton />
          <div className={styles.seller} />
        </div>
      );
    const seller = sellerOf(item.campaignId);
    // Of the rest, which is a feed, all that can be pressed belongs to an article.
    const isPart = index >= FIRST && seller !== null && seller.reason !== null;
    return (
      <div
        key={item.id}
        className={styles.card}
        {...(isPart && { role: 'article', 'aria-label': `${item.name}, ${seller.campaign.name}` })}
      >
        <ItemTile
          item={item}
          campaign={seller?.campaign.slug ?? item.campaignId}
          campaignName={seller?.campaign.name ?? ''}
          eager={index < SEEN}
          far={index >= NEAR}
          closed={seller?.reason !== null}
          index={index}
          of={total}
        />
        {seller ? <CampaignNote {...seller} now={now} /> : null}
      </div>
    );
  };
  return (
    <div className={classNames(snapshot.hasTag('busy') && styles.stale)}>
      <h2 className={styles.group}>Produtos</h2>
      <LongRest
        label={title}
        count={items.length}
        first={FIRST}
        keyOf={(index) => items[index]?.id ?? String(index)}
        renderCard={card}
        below={SELLER}
        onNearEnd={onMore}
      >
        <TileGrid beside label={title} busy={snapshot.hasTag('busy')}>
          {items.slice(0, FIRST).map((_, index) => card(index))}
        </TileGrid>
      </LongRest>
      {isComing ? (
        <div className={styles.more}>
          <Waiting text="Carregando mais produtos">
            <GridSkeleton count={4} />
          </Waiting>
        </div>
      ) : null}
      {snapshot.hasTag('stuck') ? (
        <div className={styles.notes}>
          <LateRefusalNote
            text="Os próximos produtos não vieram. Os que você vê continuam aqui."
            remedy={{ label: 'Tentar de novo', onClick: onMore }}
          />
        </div>
      ) : items.length < total && !isComing ? (
        <div className={styles.end}>
          <Button kind="soft" width="auto" onClick={onMore}>
            Mostrar mais produtos
          </Button>
        </div>
      ) : null}
    </div>
  );
}
