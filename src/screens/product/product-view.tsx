import { useNow, useRoot, useRootState, useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import type { KnownCampaign } from '#client/shop/campaigns.ts';
import { pictureName } from '#client/shop/item-tile.tsx';
import {
  badgeOf,
  listPriceOf,
  packageOf,
  priceOf,
  propertyOf,
  stockHint,
  unitText,
} from '#client/shop/item-words.ts';
import { PriceBlock } from '#components/product/price-block.tsx';
import { ProductHero } from '#components/product/product-hero.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import type { Item } from '#contract/catalog.ts';
import { hasEnded } from '#domain/campaign-status.ts';
import { formatInstallment, installmentTable } from '#domain/money/installments.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { About } from './about.tsx';
import { BuyBar } from './buy-bar.tsx';
import { ItemOffer } from './item-offer.tsx';
import { Delivery, Packages } from './late-parts.ts';
import styles from './product.module.css';

interface Props {
  item: Item;
  campaignRef: string;
  known: KnownCampaign | null;
}

export function ProductView({ item, campaignRef, known }: Props) {
  const linkTo = useLinkTo();
  const product = useRoot('product');
  const packageId = useRootState('product', ({ context }) => context.packageId);
  const { payment } = useTenant();
  const now = useNow(15_000);
  const pack = packageOf(item, packageId);
  const price = priceOf(item, pack);
  const isOver = known !== null && hasEnded(known.campaign, now);
  const hint = stockHint(item);
  const parcels = payment.methods.includes('CREDIT_CARD')
    ? installmentTable(price).findLast(({ n, interestFree }) => n > 1 && interestFree)
    : undefined;
  const name = known?.campaign.name ?? 'Produtos';
  return (
    <>
      <div className={styles.trail}>
        <TextLink
          tone="ink"
          link={linkTo('app.catalog', { campaign: campaignRef })}
          label={`Voltar para ${name}`}
        >
          <IconArrowLeft size={20} aria-hidden="true" />
          {name}
        </TextLink>
      </div>
      <ProductHero
        image={item.images[0] ?? null}
        tint={tintOf(propertyOf(item, 'tint') ?? item.name)}
        alt={item.name}
        name={item.name}
        transitionName={pictureName(item.id)}
        description={<Describing item={item} />}
        price={
          <PriceBlock
            large
            price={price}
            listPrice={listPriceOf(item, pack)}
            badge={badgeOf(item, pack)}
            instalments={parcels && `ou ${formatInstallment(parcels)}`}
          />
        }
        about={<About item={item} campaignRef={campaignRef} />}
        aside={known && !isOver ? <Delivery {...known} /> : null}
      >
        {hint ? (
          <Text size={15} weight={600} tone="warn">
            {hint}
          </Text>
        ) : null}
        {isOver ? null : <ItemOffer item={item} />}
        {item.packages.length > 0 ? (
          <Packages
            item={item}
            chosen={pack}
            onChoose={(id) => product.send({ type: 'package.chosen', packageId: id })}
          />
        ) : null}
        <BuyBar item={item} pack={pack} campaignName={name} isOver={isOver} />
      </ProductHero>
    </>
  );
}

function Describing({ item }: { item: Item }) {
  return (
    <>
      {unitText(item)}
      {propertyOf(item, 'brand') ? ` · ${propertyOf(item, 'brand')}` : ''}
    </>
  );
}
