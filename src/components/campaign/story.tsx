import type { ReactNode } from 'react';
import { Art } from './art.tsx';
import { classNames } from '#components/form/class-names.ts';
import { Motif } from './motif.tsx';
import { motifOf, type StoryPalette, storyStyle } from './story-palette.ts';
import styles from './story.module.css';

interface Props {
  palette: StoryPalette;
  /** awning, flags, lights, rings, waves; anything else hangs nothing. */
  motif?: string | undefined;
  eyebrow?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  image: string | null;
  imageWide?: string | null | undefined;
  countdown?: ReactNode;
  /** A StoryAction: the one action of the band. */
  action?: ReactNode;
  level?: 1 | 2 | undefined;
  /** The h1 of the screen gets focus after a change of screen. */
  headingFocus?: boolean | undefined;
}

/**
 * A campaign's own band, edge to edge, in its own colours. Text keeps to the left, the picture to the right
 * and may leave the band; they never overlap.
 */
export function Story({
  palette,
  motif,
  eyebrow,
  title,
  text,
  image,
  imageWide,
  countdown,
  action,
  level = 2,
  headingFocus,
}: Props) {
  const Heading = `h${level}` as const;
  const hung = motifOf(motif);
  return (
    <section
      className={classNames(styles.story, hung && (hung === 'rings' ? styles.ringed : styles.hung))}
      style={storyStyle(palette)}
    >
      <div className={styles.inner}>
        <div className={styles.sun} aria-hidden="true" />
        {hung === 'rings' ? <Motif name="rings" /> : null}
        <div className={styles.picture}>
          <Art src={image} wide={imageWide} sizes="min(60vw, 350px)" eager />
        </div>
        <div className={styles.words}>
          {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
          <Heading
            className={styles.title}
            {...(headingFocus && { tabIndex: -1, 'data-screen-heading': '' })}
          >
            {title}
          </Heading>
          {text ? <p className={styles.text}>{text}</p> : null}
          {countdown ? <div className={styles.countdown}>{countdown}</div> : null}
        </div>
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
      {hung && hung !== 'rings' ? <Motif name={hung} /> : null}
    </section>
  );
}
