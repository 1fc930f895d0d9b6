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

/**
 * While busy it keeps its width, its words, their place and its focus, and takes no second press. Other words
 * are another element: they stand where they begin, and nothing slides there.
 */
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
      {icon ? (
        <span aria-hidden="true" className={styles.sign}>
          {icon}
          {busy ? <span className={styles.spinner} /> : null}
        </span>
      ) : null}
      <span key={typeof children === 'string' ? children : null} className={styles.words}>
        {busy && !icon ? <span aria-hidden="true" className={styles.spinner} /> : null}
        {children}
      </span>
      {iconAfter ? <span aria-hidden="true">{iconAfter}</span> : null}
    </LinkOrButton>
  );
}
