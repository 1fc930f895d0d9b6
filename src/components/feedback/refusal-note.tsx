import { IconInfoCircle } from '@tabler/icons-react';
import { classNames } from '#components/form/class-names.ts';
import type { Pressable } from '#components/form/link.ts';
import styles from './refusal-note.module.css';
import { TextLink } from '#components/layout/text-link.tsx';

export interface RefusalNoteProps {
  text: string;
  remedy?: (Pressable & { label: string }) | undefined;
  tone?: 'warn' | 'bad' | 'info' | undefined;
}

/** Why one is here and not where one asked to go, and what to do about it. */
export function RefusalNote({ text, remedy, tone = 'warn' }: RefusalNoteProps) {
  return (
    <div role="status" className={classNames(styles.note, styles[tone])}>
      <IconInfoCircle size={22} aria-hidden="true" />
      <p className={styles.text}>{text}</p>
      {remedy ? (
        <TextLink link={remedy.link} onClick={remedy.onClick} tone="ink">
          {remedy.label}
        </TextLink>
      ) : null}
    </div>
  );
}
