import type { ReactNode } from 'react';
import type { Pressable } from '#components/form/link.ts';
import { Press } from '#components/form/press.tsx';
import styles from './story-action.module.css';

/** The button of a story, in the story's own pair. */
export function StoryAction({ link, onClick, children }: Pressable & { children: ReactNode }) {
  return (
    <Press link={link} onClick={onClick} className={styles.action}>
      {children}
    </Press>
  );
}
