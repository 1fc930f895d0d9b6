import type { ReactNode, RefObject } from 'react';
import { Art, isDrawing } from '#components/campaign/art.tsx';
import { classNames } from '#components/form/class-names.ts';
import styles from './product-hero.module.css';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import type { Tint } from '#components/campaign/tint.ts';
import tints from '#components/campaign/tint.module.css';

interface Props {
  /** The first is what it is known by; further ones stand beside it. */
  images: readonly string[];
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
  /** What holds several pictures, side by side. */
  strip?: RefObject<HTMLUListElement | null> | undefined;
  /** What can be done with the pictures, over them. */
  tools?: ReactNode;
  /** How it comes to somebody. */
  aside?: ReactNode;
  /** More of its words may come: on a phone, what stands below them comes with them. */
  isWhole: boolean;
  /** Options, and the ActionBar, which on desktop stands with them and the price. */
  children?: ReactNode;
}

const SIZES = 'min(100vw, 653px)';

/**
 * The product, large. One column on a phone; on desktop its picture, its words, and what is decided, each
 * beside the other while there is room.
 */
export function ProductHero({
  images,
  tint,
  cut = isDrawing(images[0] ?? null),
  alt,
  name,
  description,
  price,
  transitionName,
  about,
  strip,
  tools,
  aside,
  isWhole,
  children,
}: Props) {
  const [first = null, ...others] = images;
  const frame = classNames(styles.picture, tints[tint], cut && styles.lifted);
  const known = <Art src={first} sizes={SIZES} alt={alt} cut={cut} eager transitionName={transitionName} />;
  return (
    <div className={styles.room}>
      <div className={styles.product}>
        <div className={styles.pictures}>
          {others.length === 0 ? (
            <div className={frame}>{known}</div>
          ) : (
            <ul
              ref={strip}
              className={styles.strip}
              // Arrows scroll it, as a finger does.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              aria-label={`Fotos de ${name}`}
            >
              <li className={frame}>{known}</li>
              {others.map((image, at) => (
                <li
                  key={image}
                  className={classNames(styles.picture, tints[tint], isDrawing(image) && styles.lifted)}
                >
                  <Art src={image} sizes={SIZES} alt={`${name}, foto ${at + 2}`} cut={isDrawing(image)} />
                </li>
              ))}
            </ul>
          )}
          {tools}
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
