import { IconInfoCircle } from '@tabler/icons-react';
import { classNames } from '#components/form/class-names.ts';
import type { Pressable } from '#components/form/link.ts';
import styles from './refusal-note.module.css';
import { TextLink } from '#components/layout/text-link.tsx';

type Remedy = Pressable & {
  label: string;
  /** said in its place, where several notes offer the same */
  spoken?: string | undefined;
};

export interface RefusalNoteProps {
  text: string;
  remedy?: Remedy | undefined;
  /** what can be done instead */
  also?: Remedy | undefined;
  tone?: 'warn' | 'bad' | 'info' | undefined;
}

/** Why one is here and not where one asked to go, and what to do about it. */
export function RefusalNote({ text, remedy, also, tone = 'warn' }: RefusalNoteProps) {
  return (
    <div role="status" className={classNames(styles.note, styles[tone])}>
      <IconInfoCircle size={22} aria-hidden="true" />
      <p className={styles.text}>{text}</p>
      {[remedy, also].map((way) =>
        way ? (
          <TextLink key={way.label} link={way.link} onClick={way.onClick} label={way.spoken} tone="ink">
            {way.label}
          </TextLink>
        ) : null,
      )}
    </div>
  );
}
