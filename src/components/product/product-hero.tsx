import type { ReactNode } from 'react';
import { Art, isDrawing } from '#components/campaign/art.tsx';
import { classNames } from '#components/form/class-names.ts';
import styles from './product-hero.module.css';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import type { Tint } from '#components/campaign/tint.ts';
import tints from '#components/campaign/tint.module.css';

interface Props {
  image: string | null;
  tint: Tint;
  /** The picture has no backdrop of its own; an SVG has none unless told. */
  cut?: boolean | undefined;
  alt?: string | undefined;
  name: string;
  description?: ReactNode;
  /** A large PriceBlock. */
  price: ReactNode;
  transitionName?: string | undefined;
  /** What the product is. */
  about: ReactNode;
  /** How it comes to somebody. */
  aside?: ReactNode;
  /** More of its words may come: on a phone, what stands below them comes with them. */
  isWhole: boolean;
  /** Options, and the ActionBar, which on desktop stands with them and the price. */
  children?: ReactNode;
}

/**
 * The product, large. One column on a phone; on desktop its picture, its words, and what is decided, each
 * beside the other while there is room.
 */
export function ProductHero({
  image,
  tint,
  cut = isDrawing(image),
  alt,
  name,
  description,
  price,
  transitionName,
  about,
  aside,
  isWhole,
  children,
}: Props) {
  return (
    <div className={styles.room}>
      <div className={styles.product}>
        <div className={classNames(styles.picture, tints[tint], cut && styles.lifted)}>
          <Art
            src={image}
            sizes="min(100vw, 653px)"
            alt={alt}
            cut={cut}
            eager
            transitionName={transitionName}
          />
        </div>
        <div className={styles.head}>
          <ScreenHeading>{name}</ScreenHeading>
          {description ? <p className={styles.description}>{description}</p> : null}
        </div>
        <div className={styles.buy}>
          {price}
          <div className={styles.choices}>{children}</div>
        </div>
        <div className={styles.about}>{about}</div>
        {aside ? <div className={classNames(styles.aside, !isWhole && styles.early)}>{aside}</div> : null}
      </div>
    </div>
  );
}
