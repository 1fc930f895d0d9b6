import type { ReactNode } from 'react';
import { Art, isDrawing } from './art.tsx';
import { classNames } from './class-names.ts';
import styles from './product-hero.module.css';
import { ScreenHeading } from './screen-heading.tsx';
import type { Tint } from './tint.ts';
import tints from './tint.module.css';

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
  /** Options, and the ActionBar, which on desktop stands in the same column. */
  children?: ReactNode;
}

/** The product, large: above its words on a phone, beside them on desktop, where it stays in view. */
export function ProductHero({ image, tint, cut = isDrawing(image), alt, name, description, price, transitionName, children }: Props) {
  return (
    <div className={styles.product}>
      <div className={classNames(styles.picture, tints[tint], cut && styles.lifted)}>
        <Art src={image} alt={alt} cut={cut} fit={cut ? 'contain' : 'cover'} eager transitionName={transitionName} />
      </div>
      <div className={styles.body}>
        <ScreenHeading>{name}</ScreenHeading>
        {description ? <p className={styles.description}>{description}</p> : null}
        <div className={styles.price}>{price}</div>
        <div className={styles.rest}>{children}</div>
      </div>
    </div>
  );
}
