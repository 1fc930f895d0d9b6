import { ActionBar } from '#components/layout/action-bar.tsx';
import { Button } from '#components/form/button.tsx';
import type { Pressable } from '#components/form/link.ts';
import { Reason } from '#components/form/reason.tsx';
import { DesktopOnly, PhoneOnly } from '#components/layout/viewport.tsx';
import { type ReactNode, useId } from 'react';
import { useCheckoutMoney } from './checkout-money.ts';
import styles from './step-action.module.css';

interface Props {
  onClick: () => void;
  busy?: boolean;
  busyText?: string;
  /** Why it is off, and what mends it. */
  reason?: string | null;
  remedy?: (Pressable & { label: string }) | undefined;
  /** A calming word beside it. */
  note?: ReactNode;
  children: string;
}

/** What leads to the next step: in thumb reach on a phone, at the end of the step's card on a desktop. */
export function StepAction({
  onClick,
  busy = false,
  busyText,
  reason = null,
  remedy,
  note,
  children,
}: Props) {
  const { total, byWallet, due, hasShipping } = useCheckoutMoney();
  const id = useId();
  const said = busy && busyText ? busyText : children;
  return (
    <>
      <DesktopOnly>
        <div className={styles.desktop}>
          {/* One in the place of the other, so that the button stays where it is. */}
          <div className={styles.note}>
            {reason ? (
              <Reason id={id} remedy={remedy}>
                {reason}
              </Reason>
            ) : (
              note
            )}
          </div>
          <div className={styles.button}>
            <Button
              onClick={onClick}
              busy={busy}
              disabled={reason !== null}
              describedBy={reason === null ? undefined : id}
            >
              {said}
            </Button>
          </div>
        </div>
      </DesktopOnly>
      <PhoneOnly>
        {note ? <div className={styles.note}>{note}</div> : null}
        <ActionBar
          label={byWallet > 0 ? 'Falta pagar' : hasShipping ? 'Total com entrega' : 'Total sem entrega'}
          total={byWallet > 0 ? due : total}
          reason={reason ? <Reason remedy={remedy}>{reason}</Reason> : undefined}
        >
          <Button onClick={onClick} busy={busy} disabled={reason !== null}>
            {said}
          </Button>
        </ActionBar>
      </PhoneOnly>
    </>
  );
}
