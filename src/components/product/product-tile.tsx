import type { ReactNode } from 'react';
import type { Cents } from '#contract/money.ts';
import { Art, isDrawing } from '#components/campaign/art.tsx';
import { classNames } from '#components/form/class-names.ts';
import { DiscountBadge } from './discount-badge.tsx';
import type { LinkTarget } from '#components/form/link.ts';
import { PriceBlock } from './price-block.tsx';
import styles from './product-tile.module.css';
import type { Tint } from '#components/campaign/tint.ts';
import tints from '#components/campaign/tint.module.css';

interface Props {
  name: string;
  /** "500 g · R$ 12,90/kg" */
  unit?: string | undefined;
  price: Cents;
  listPrice?: Cents | undefined;
  badge?: string | undefined;
  pricePrefix?: string | undefined;
  image: string | null;
  tint: Tint;
  /** The picture has no backdrop of its own; an SVG has none unless told. */
  cut?: boolean | undefined;
  link: LinkTarget;
  soldOut?: boolean | undefined;
  soldOutText?: string | undefined;
  eager?: boolean | undefined;
  far?: boolean | undefined;
  transitionName?: string | undefined;
  /** A Stepper, or the link that leads to the choices of a kit. */
  stepper?: ReactNode;
  /** Place in the whole list, where only a part of it is alive. */
  position?: { index: number; of: number } | undefined;
}

/**
 * The name is the link and its target spreads over the tile; the stepper lies above it, so a tap on + never
 * leaves the page.
 */
export function ProductTile({
  name,
  unit,
  price,
  listPrice,
  badge,
  pricePrefix,
  image,
  tint,
  cut = isDrawing(image),
  link,
  soldOut,
  soldOutText = 'Esgotado',
  eager,
  far,
  transitionName,
  stepper,
  position,
}: Props) {
  return (
    <article
      className={classNames(styles.tile, soldOut && styles.out)}
      aria-posinset={position && position.index + 1}
      aria-setsize={position?.of}
    >
      <div className={classNames(styles.picture, tints[tint], cut && styles.lifted)}>
        <Art
          src={image}
          sizes="min(46vw, 280px)"
          cut={cut}
          eager={eager}
          far={far}
          transitionName={transitionName}
        />
        {badge && !soldOut ? (
          <span className={styles.flag}>
            <DiscountBadge>{badge}</DiscountBadge>
          </span>
        ) : null}
        {soldOut ? <span className={styles.gone}>{soldOutText}</span> : null}
      </div>
      <div className={styles.price}>
        <PriceBlock price={price} listPrice={listPrice} prefix={pricePrefix} />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <a {...link} className={styles.link}>
            {name}
          </a>
        </h3>
        {unit ? <p className={styles.unit}>{unit}</p> : null}
      </div>
      {stepper ? <div className={styles.stepper}>{stepper}</div> : null}
    </article>
  );
}
