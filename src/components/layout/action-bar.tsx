import type { ReactNode } from 'react';
import type { Cents } from '#contract/money.ts';
import { classNames } from '#components/form/class-names.ts';
import { moneyText } from '#components/product/money.tsx';
import styles from './action-bar.module.css';

interface Props {
  label?: string | undefined;
  total?: Cents | undefined;
  /** Stands at the left instead of the total: the stepper of a product. */
  start?: ReactNode;
  /** Why the action cannot be taken yet, above it. */
  reason?: ReactNode;
  /**
   * What came of a tap on the action, where the eyes are; said aloud as well. Keep it mounted with an empty
   * text before.
   */
  answer?: string | undefined;
  /** Left out on desktop, where the same action stands in the page. */
  phoneOnly?: boolean | undefined;
  children: ReactNode;
}

/** Replaces tabs and cart bar on screens with a decision. Fixed on a phone, in the flow on desktop. */
export function ActionBar({ label = 'Total', total, start, reason, answer, phoneOnly, children }: Props) {
  return (
    <section aria-label="Próximo passo" className={classNames(styles.bar, phoneOnly && styles.phone)}>
      {reason ? (
        <div className={styles.reason} data-on-bar="">
          {reason}
        </div>
      ) : null}
      {answer === undefined ? null : (
        <p role="status" className={styles.answer}>
          {answer}
        </p>
      )}
      <div className={styles.line}>
        {start}
        {total === undefined ? null : (
          <p className={styles.total} aria-live="polite">
            <span className={styles.label}>{label}</span>
            <span className={styles.amount}>{moneyText(total)}</span>
          </p>
        )}
        <div className={styles.action}>{children}</div>
      </div>
    </section>
  );
}
