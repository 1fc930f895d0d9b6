import type { ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './screen-heading.module.css';
import hidden from './visually-hidden.module.css';

interface Props {
  size?: 28 | 36 | undefined;
  /** `phone`: seen on a desktop only, because the phone's bar says it. */
  hidden?: boolean | 'phone' | undefined;
  gutter?: boolean | undefined;
  id?: string | undefined;
  children: ReactNode;
}

/** The one h1 of a screen: focus comes here after a change of screen. */
export function ScreenHeading({ size = 28, hidden: isHidden, gutter, id, children }: Props) {
  const look =
    isHidden === true
      ? hidden.hidden
      : classNames(
          styles.heading,
          size === 36 && styles.large,
          gutter && styles.gutter,
          isHidden === 'phone' && styles.desktop,
        );
  return (
    <h1 id={id} tabIndex={-1} data-screen-heading="" className={look}>
      {children}
    </h1>
  );
}
