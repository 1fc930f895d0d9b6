import { useRef } from 'react';
import { classNames } from '#components/form/class-names.ts';
import { sourcesOf } from '#domain/picture.ts';
import styles from './art.module.css';
import { useNear } from './near.ts';

/** Drawings come without a backdrop and lie on a tint; photographs bring their own and fill the frame. */
export const isDrawing = (src: string | null): boolean => /\.svg\b/.test(src ?? '');

interface Props {
  src: string | null;
  /** Another picture for windows of a desktop. */
  wide?: string | null | undefined;
  /** As in HTML, of the frame's shorter side, which is what the files of a photograph are named by. */
  sizes: string;
  /** Empty when the name stands beside it. */
  alt?: string | undefined;
  eager?: boolean | undefined;
  /** Below the first screen of a phone: there it comes when it is near, not when the browser thinks so. */
  far?: boolean | undefined;
  /**
   * The drawing has no backdrop of its own: its sides fade so that no shadow ends in a line. False of what
   * fills its frame; left out, the picture stands whole in it as it is.
   */
  cut?: boolean | undefined;
  transitionName?: string | undefined;
}

/** As the styles say it. */
const DESKTOP = '(min-width: 64em)';
const isPhotograph = (src: string): boolean => src.includes('#');

/** A picture of a product or campaign. Always an img: drawings carry ids that would collide inline. */
export function Art({ src, wide, sizes, alt = '', eager, far, cut, transitionName }: Props) {
  const picture = useRef<HTMLImageElement>(null);
  const isNear = useNear(picture, src, far);
  if (!src) return <span className={styles.art} aria-hidden="true" />;
  const img = (
    <img
      ref={picture}
      src={src}
      alt={alt}
      width={400}
      height={400}
      loading={eager ? undefined : 'lazy'}
      decoding="async"
      fetchPriority={eager ? 'high' : undefined}
      className={classNames(
        styles.art,
        cut === false && styles.cover,
        cut && styles.cut,
        !isNear && styles.far,
      )}
      style={{ viewTransitionName: transitionName }}
    />
  );
  if (!wide && !isPhotograph(src)) return img;
  const sources = (of: string, media?: string) =>
    isPhotograph(of) ? (
      sourcesOf(of).map((source) => <source key={source.type} {...source} sizes={sizes} media={media} />)
    ) : media ? (
      <source srcSet={of} media={media} />
    ) : null;
  return (
    <picture>
      {wide ? sources(wide, DESKTOP) : null}
      {sources(src)}
      {img}
    </picture>
  );
}
