import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Pressable } from './link.ts';
import { LinkOrButton } from './link-or-button.tsx';
import styles from './icon-button.module.css';

interface Props extends Pressable {
  /** Says what it does, with the number of the badge in words where there is one. */
  label: string;
  icon: ReactNode;
  solid?: boolean | undefined;
  badge?: number | undefined;
  pressed?: boolean | undefined;
  disabled?: boolean | undefined;
}

export function IconButton({ label, icon, solid, badge, pressed, disabled, link, onClick }: Props) {
  const hasBadge = badge !== undefined && badge > 0;
  return (
    <LinkOrButton
      link={link}
      onClick={onClick}
      disabled={disabled ?? false}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(styles.button, solid && styles.solid, hasBadge && styles.badged)}
    >
      {icon}
      {hasBadge ? (
        <span className={styles.badge} aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      ) : null}
    </LinkOrButton>
  );
}
