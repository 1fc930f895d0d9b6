import type { ReactNode } from 'react';
import type { Pressable } from '#components/form/link.ts';
import { LinkOrButton } from '#components/form/link-or-button.tsx';
import styles from './story-action.module.css';

/** The button of a story, in the story's own pair. */
export function StoryAction({ link, onClick, children }: Pressable & { children: ReactNode }) {
  return (
    <LinkOrButton link={link} onClick={onClick} className={styles.action}>
      {children}
    </LinkOrButton>
  );
}
