import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Pressable } from './link.ts';
import { LinkOrButton } from './link-or-button.tsx';
import styles from './button.module.css';

interface Props extends Pressable {
  kind?: 'primary' | 'soft' | 'quiet' | 'ghost' | 'danger' | undefined;
  size?: 'm' | 's' | undefined;
  width?: 'full' | 'auto' | undefined;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  type?: 'button' | 'submit' | undefined;
  form?: string | undefined;
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  label?: string | undefined;
  describedBy?: string | undefined;
  children: ReactNode;
}

/** While busy it keeps its width, its words and its focus, and takes no second press. */
export function Button({
  kind = 'primary',
  size = 'm',
  width = 'full',
  icon,
  iconAfter,
  busy,
  disabled,
  label,
  describedBy,
  link,
  onClick,
  type = 'button',
  form,
  children,
}: Props) {
  return (
    <LinkOrButton
      link={link}
      onClick={busy ? undefined : onClick}
      type={busy ? 'button' : type}
      form={form}
      disabled={disabled ?? false}
      className={classNames(
        styles.button,
        styles[kind],
        size === 's' && styles.small,
        width === 'auto' && styles.auto,
        busy && styles.busy,
      )}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? (
        <span className={styles.spinner} aria-hidden="true" />
      ) : icon ? (
        <span aria-hidden="true">{icon}</span>
      ) : null}
      <span>{children}</span>
      {iconAfter && !busy ? <span aria-hidden="true">{iconAfter}</span> : null}
    </LinkOrButton>
  );
}
