import { Children, type CSSProperties, type ReactNode } from 'react';
import { Art } from './art.tsx';
import { classNames } from '#components/form/class-names.ts';
import type { LinkTarget } from '#components/form/link.ts';
import { type CampaignLook, StatusChip } from '#components/order/status-chip.tsx';
import { type StoryPalette, storyStyle } from './story-palette.ts';
import styles from './campaign-card.module.css';

interface Props {
  name: string;
  status: CampaignLook;
  /** Instead of the status' usual word: "Abre em 2 d 04:13". */
  statusText?: ReactNode;
  /** One line: what it is, or why not yet. */
  reason?: ReactNode;
  /** One TextLink: what to do about it. */
  remedy?: ReactNode;
  image: string | null;
  cut?: boolean | undefined;
  story: StoryPalette;
  /** The whole card leads here; left out when the remedy is the only way. */
  link?: LinkTarget | undefined;
  level?: 2 | 3 | undefined;
}

/** A row on a phone, a band with text below on desktop. */
export function CampaignCard({
  name,
  status,
  statusText,
  reason,
  remedy,
  image,
  cut = true,
  story,
  link,
  level = 3,
}: Props) {
  const Heading = `h${level}` as const;
  const isOver = status === 'completed' || status === 'expired';
  return (
    <article className={classNames(styles.card, isOver && styles.over)}>
      <div className={classNames(styles.picture, !cut && styles.filled)} style={storyStyle(story)}>
        <Art src={image} sizes="200px" cut={cut} />
      </div>
      <div className={styles.words}>
        <StatusChip status={status}>{statusText}</StatusChip>
        <Heading className={styles.name}>
          {link ? (
            <a {...link} className={styles.link}>
              {name}
            </a>
          ) : (
            name
          )}
        </Heading>
        {reason ? <p className={styles.reason}>{reason}</p> : null}
        {remedy ? <div className={styles.remedy}>{remedy}</div> : null}
      </div>
    </article>
  );
}

/**
 * How many cards stand beside one another on a wide screen; four where nothing says it. `CSSProperties` has
 * no index for custom properties.
 */
export const acrossOf = (count: number): CSSProperties => ({ '--across': count }) as CSSProperties;

/** One column on a phone, four on desktop. */
export function CampaignList({ label, children }: { label: string; children: ReactNode }) {
  // Five stand in one row rather than leave one alone below. Counted here and not by the style sheet: while a
  // page is coming in, that would move the cards when the last one is read.
  return (
    <ul
      aria-label={label}
      className={styles.list}
      style={Children.count(children) === 5 ? acrossOf(5) : undefined}
    >
      {Children.map(children, (child) => (child ? <li>{child}</li> : null))}
    </ul>
  );
}
