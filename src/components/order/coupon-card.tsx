import { IconTicket } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './coupon-card.module.css';

interface Props {
  code: string;
  /** What it does, or why it does nothing. */
  text: string;
  tone: 'save' | 'warn' | 'quiet';
  /** Beside it: what can be done about it. */
  actions: ReactNode;
  /** Takes the focus of the field that it replaces. */
  ref?: Ref<HTMLDivElement> | undefined;
}

/** A coupon that is in the cart, or waits for it. */
export function CouponCard({ code, text, tone, actions, ref }: Props) {
  return (
    <div ref={ref} tabIndex={-1} className={styles.coupon}>
      <span className={styles.icon} aria-hidden="true">
        <IconTicket size={24} />
      </span>
      <p className={styles.words} role="status">
        <span className={styles.code}>{code}</span>
        <span className={classNames(styles.text, styles[tone])}>{text}</span>
      </p>
      <span className={styles.actions}>{actions}</span>
    </div>
  );
}
