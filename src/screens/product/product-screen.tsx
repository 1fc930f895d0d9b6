import { AppScreen } from '#client/app-screen.tsx';
import { shallow, useRoot, useRootState } from '#client/hooks.ts';
import { useGo, useScreen } from '#client/links.ts';
import { useWanted } from '#client/shop/choice/wanted.ts';
import { useCampaign } from '#client/shop/campaign/campaigns.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { ProductSkeleton } from '#components/feedback/product-skeleton.tsx';
import { useEffect, useRef } from 'react';
import { ProductView } from './product-view.tsx';
import { useSay } from '#client/say.ts';
import { IconButton } from '#components/form/icon-button.tsx';
import { IconShare2 } from '@tabler/icons-react';
import { later } from '#components/layout/later.tsx';

/** Comes with what stands above it. */
const Related = later('screens/product/late/related.tsx', async () => {
  const [{ Related: Part }] = await Promise.all([
    import('./late/related.tsx'),
    import('./late/details.tsx'),
    import('#client/shop/place/delivery.tsx'),
  ]);
  return Part;
});

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
  // The shelf says less than the product's own page: what stands below its words comes with these.
  const isWhole = useRootState(
    'product',
    (snapshot) => loaded !== null || snapshot.hasTag('offline') || snapshot.hasTag('failed'),
  );
  useLateHeading(item !== null);
  useAddress(loaded !== null);
  if (!item) return <Unknown />;
  return (
    <AppScreen top="clear" width="content" action={<ShareProduct name={item.name} />}>
      <ProductView item={item} campaignRef={params.campaignId} known={known} isWhole={isWhole} />
      {isWhole ? (
        <Related item={item} campaignRef={params.campaignId} campaignName={known?.campaign.name ?? ''} />
      ) : null}
    </AppScreen>
  );
}

/** What is chosen stands in the address. @param isKnown until then nobody knows what can be */
function useAddress(isKnown: boolean): void {
  const { params, search } = useScreen('app.product');
  const go = useGo();
  const wanted = useWanted();
  useEffect(() => {
    if (isKnown && !shallow(wanted, search)) go('app.product', params, wanted);
  }, [isKnown, wanted, search, params, go]);
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

/** The device's own way of sharing where it has one, else the address in the clipboard. */
function ShareProduct({ name }: { name: string }) {
  const say = useSay();
  const share = async () => {
    const url = window.location.href;
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: name, url });
      else {
        await navigator.clipboard.writeText(url);
        say('Link copiado');
      }
    } catch (problem) {
      // Closing the device's sheet is an answer, not a fault.
      if (!(problem instanceof DOMException && problem.name === 'AbortError'))
        say('Copie o endereço da página para compartilhar.');
    }
  };
  return (
    <IconButton
      solid
      label={`Compartilhar ${name}`}
      icon={<IconShare2 size={24} />}
      onClick={() => void share()}
    />
  );
}
