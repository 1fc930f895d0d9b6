import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import type { Pressable } from './link.ts';
import { Reason } from './reason.tsx';
import styles from './submit-button.module.css';

interface Props {
  children: ReactNode;
  busy?: boolean | undefined;
  /** "Enviando…" */
  busyText?: string | undefined;
  /** Why it cannot be pressed yet; it is disabled exactly while there is a reason. */
  reason?: string | null | undefined;
  /** Where the reason is mended. */
  remedy?: (Pressable & { label: string }) | undefined;
  /** The reason takes the button's place ("Faltam 3 números") instead of standing above it. */
  reasonInside?: boolean | undefined;
  kind?: 'primary' | 'soft' | 'danger' | undefined;
  icon?: ReactNode;
  form?: string | undefined;
  onClick?: (() => void) | undefined;
}

/**
 * A primary action that never leaves anyone guessing: while it is off, the reason stands beside it and leads
 * to the remedy.
 */
export function SubmitButton({
  children,
  busy,
  busyText,
  reason,
  remedy,
  reasonInside,
  kind = 'primary',
  icon,
  form,
  onClick,
}: Props) {
  const id = useId();
  const isOff = Boolean(reason);
  return (
    <div className={styles.submit}>
      {reason && !reasonInside ? (
        <Reason id={id} remedy={remedy}>
          {reason}
        </Reason>
      ) : null}
      <Button
        kind={kind}
        type={onClick ? 'button' : 'submit'}
        form={form}
        onClick={onClick}
        busy={busy}
        disabled={isOff}
        icon={icon}
        describedBy={isOff && !reasonInside ? id : undefined}
      >
        {busy && busyText ? busyText : reason && reasonInside ? reason : children}
      </Button>
    </div>
  );
}
