import { AppScreen } from '#client/app-screen.tsx';
import { useRoot, useRootState } from '#client/hooks.ts';
import { useScreen } from '#client/links.ts';
import { useCampaign } from '#client/shop/campaigns.ts';
import { Unreachable } from '#client/shop/unreachable.tsx';
import { ProductSkeleton } from '#components/feedback/product-skeleton.tsx';
import { useEffect, useRef } from 'react';
import { Related } from './late-parts.ts';
import { ProductView } from './product-view.tsx';
import { ShareProduct } from './share-product.tsx';

/**
 * One product, large: what it is, what it costs, how many. What the shelf knows of it is shown at once, and
 * its picture moves here from there.
 */
export function ProductScreen() {
  const { params } = useScreen('app.product');
  const loaded = useRootState('product', ({ context }) =>
    context.itemId === params.itemId ? context.item : null,
  );
  const shelved = useRootState(
    'catalog',
    ({ context }) => context.items.find(({ id }) => id === params.itemId) ?? null,
  );
  const known = useCampaign(params.campaignId);
  const item = loaded ?? shelved;
  useLateHeading(item !== null);
  if (!item) return <Unknown />;
  return (
    <AppScreen top="clear" width="content" action={<ShareProduct name={item.name} />}>
      <ProductView item={item} campaignRef={params.campaignId} known={known} />
      <Related item={item} campaignRef={params.campaignId} campaignName={known?.campaign.name ?? ''} />
    </AppScreen>
  );
}

/** Focus goes to the heading of a new screen; one that had to wait for its heading takes it when it comes. */
function useLateHeading(isThere: boolean): void {
  const waited = useRef(false);
  useEffect(() => {
    if (isThere && waited.current)
      document.querySelector<HTMLElement>('[data-screen-heading]')?.focus({ preventScroll: true });
    waited.current = !isThere;
  }, [isThere]);
}

/** On its way, or out of reach. That it is gone is the shell's to say. */
function Unknown() {
  const product = useRoot('product');
  const problem = useRootState('product', (snapshot) =>
    snapshot.hasTag('offline') ? 'offline' : snapshot.hasTag('failed') ? 'failed' : null,
  );
  if (!problem)
    return (
      <AppScreen top="clear" busy>
        <ProductSkeleton />
      </AppScreen>
    );
  return (
    <AppScreen title="Produto">
      <Unreachable
        what="o produto"
        problem={problem}
        onRetry={() => product.send({ type: 'load.retried' })}
      />
    </AppScreen>
  );
}
