import { shallow, useNow, useRoot, useRootState, useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { choiceLink } from '#client/shop/choice/choice-link.ts';
import { type KnownCampaign, usePersonLimit } from '#client/shop/campaign/campaigns.ts';
import { pictureName } from '#client/shop/choice/item-tile.tsx';
import {
  badgeOf,
  listPriceOf,
  packageOf,
  priceOf,
  propertyOf,
  stockHint,
  unitText,
  personText,
} from '#client/shop/choice/item-words.ts';
import { PriceBlock } from '#components/product/price-block.tsx';
import { ProductHero } from '#components/product/product-hero.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import type { Item } from '#contract/catalog.ts';
import { haltOf } from '#domain/campaign-status.ts';
import { formatInstallment } from '#domain/money/installments.ts';
import { parcelsOf } from '#client/shop/payment/parcels.ts';
import { IconArrowLeft, IconDiscount } from '@tabler/icons-react';
import { BuyBar } from './buy-bar.tsx';
import styles from './product.module.css';
import { useCartRules } from '#client/shop/cart/cart-total.ts';
import { campaignRuleText, itemRuleText } from '#client/shop/campaign/offer-words.ts';
import { Nudge } from '#components/feedback/nudge.tsx';
import { bestRule, formatPercentOff, nudgeFor } from '#domain/money/discount.ts';
import { useMemo, useRef } from 'react';
import { later } from '#components/layout/later.tsx';

/** Most products come one by one. */
const Packages = later(
  'client/shop/choice/packages.tsx',
  async () => (await import('#client/shop/choice/packages.tsx')).Packages,
);
/**
 * A product can be chosen before these are there: a page from the server has them, and one that was led to
 * gets them with its code.
 */
const Details = later(
  'screens/product/late/details.tsx',
  async () => (await import('./late/details.tsx')).Details,
);
const Delivery = later(
  'client/shop/place/delivery.tsx',
  async () => (await import('#client/shop/place/delivery.tsx')).DeliveryCard,
);

/** Only of what is put together. */
const Options = later(
  'screens/product/late/options.tsx',
  async () => (await import('./late/options.tsx')).Options,
);

const WaysToPay = later(
  'screens/product/late/ways-to-pay.tsx',
  async () => (await import('./late/ways-to-pay.tsx')).WaysToPay,
);

/** The pictures stand without them; they come when they do. */
const PictureTools = later(
  'screens/product/late/picture-tools.tsx',
  async () => (await import('./late/picture-tools.tsx')).PictureTools,
  null,
  { afterwards: true },
);

interface Props {
  item: Item;
  campaignRef: string;
  known: KnownCampaign | null;
  /** Not only what the shelf knows of it. */
  isWhole: boolean;
}

export function ProductView({ item, campaignRef, known, isWhole }: Props) {
  const linkTo = useLinkTo();
  const product = useRoot('product');
  const strip = useRef<HTMLUListElement>(null);
  const packageId = useRootState('product', ({ context }) => context.packageId);
  const { payment } = useTenant();
  const now = useNow(15_000);
  const pack = packageOf(item, packageId);
  const price = priceOf(item, pack);
  // One that is not offered where the person is: the part says so.
  const isListed = useRootState('campaigns', ({ context }) => context.isKnown);
  const halt = known && haltOf(known.campaign, now);
  const isOver = halt !== null;
  const hint = stockHint(item);
  const perPerson = usePersonLimit(item.campaignId);
  const parcels = parcelsOf(payment, price).findLast(({ n, interestFree }) => n > 1 && interestFree);
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
        images={item.images}
        strip={strip}
        tools={
          item.images.length > 0 ? <PictureTools images={item.images} name={item.name} strip={strip} /> : null
        }
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
        isWhole={isWhole}
        aside={(known ?? isListed) && !isOver ? <Delivery item={item} known={known} /> : null}
      >
        {isOver ? null : <WaysToPay price={price} />}
        {hint ? (
          <Text size={15} weight={600} tone="warn">
            {hint}
          </Text>
        ) : null}
        {perPerson !== undefined && !isOver ? (
          <Text size={15} tone="soft">{`${personText(perPerson)} nesta campanha`}</Text>
        ) : null}
        {item.max !== undefined && !isOver ? (
          <Text size={15} tone="soft">{`Até ${item.max} por pedido`}</Text>
        ) : null}
        {isOver ? null : <ItemOffer item={item} />}
        {item.packages.length > 0 ? (
          <Packages
            item={item}
            chosen={pack}
            onChoose={(id) => product.send({ type: 'package.chosen', packageId: id })}
          />
        ) : null}
        {item.type === 'KIT' && !item.needsChoice && !isOver && item.quantity > 0 ? (
          <TextLink link={choiceLink(linkTo, item)}>Trocar o que vem</TextLink>
        ) : null}
        <BuyBar item={item} pack={pack} campaignName={name} halt={halt} />
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

/** What the product is, in the words of whoever sells it. */
function About({ item, campaignRef }: Pick<Props, 'item' | 'campaignRef'>) {
  return (
    <section className={styles.about}>
      <h2 className={styles.title}>Sobre o produto</h2>
      <Text tone="soft">{item.description}</Text>
      {item.properties['adultsOnly'] === true ? (
        <p className={styles.adults}>Só para maiores de 18 anos. Pedimos documento na entrega.</p>
      ) : null}
      {item.type === 'PRODUCT' ? null : <Options item={item} />}
      <Details item={item} campaignRef={campaignRef} />
    </section>
  );
}

/** The quantity discount that is nearest for this product, or the one already won. */
function ItemOffer({ item }: { item: Item }) {
  const lines = useRootState(
    'cart',
    ({ context }) => context.lines.filter((line) => line.campaignId === item.campaignId),
    shallow,
  );
  const rules = useCartRules();
  const said = useMemo(() => {
    const held = lines
      .filter((line) => line.id === item.id)
      .reduce((count, line) => count + line.quantity, 0);
    const line = { id: item.id, campaignId: item.campaignId, quantity: held };
    const nudge = nudgeFor(line, lines, rules);
    if (nudge) {
      const { minimumQuantity, productId } = nudge.rule;
      const done = minimumQuantity - nudge.missing;
      const text =
        done > 0
          ? nudge.text
          : productId === undefined
            ? campaignRuleText(nudge.rule)
            : itemRuleText(nudge.rule);
      return { text, done, of: minimumQuantity };
    }
    const won = bestRule(line, lines, rules);
    return won && held > 0
      ? {
          text: `Você ganhou ${formatPercentOff(won.discount)}`,
          done: won.minimumQuantity,
          of: won.minimumQuantity,
        }
      : null;
  }, [rules, item, lines]);
  return said ? (
    <Nudge icon={<IconDiscount size={22} />} progress={{ kind: 'pips', done: said.done, of: said.of }}>
      {said.text}
    </Nudge>
  ) : null;
}
