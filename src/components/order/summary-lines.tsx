import type { ReactNode } from 'react';
import type { Cents } from '#contract/money.ts';
import { moneyText } from '#components/product/money.tsx';
import styles from './summary-lines.module.css';

export interface SummaryLine {
  label: string;
  /** A word where there is no amount yet: "A calcular", "Grátis". */
  amount: Cents | string;
  tone?: 'save' | undefined;
}

interface Props {
  lines: SummaryLine[];
  total?: { label?: string | undefined; amount: Cents } | undefined;
  note?: ReactNode;
}

const text = (amount: Cents | string) => (typeof amount === 'string' ? amount : moneyText(amount));

/** The total explained line by line. */
export function SummaryLines({ lines, total, note }: Props) {
  return (
    <>
      <dl className={styles.lines}>
        {lines.map(({ label, amount, tone }) => (
          <div key={label} className={tone && styles[tone]}>
            <dt>{label}</dt>
            <dd>{text(amount)}</dd>
          </div>
        ))}
        {total ? (
          <div className={styles.total}>
            <dt>{total.label ?? 'Total'}</dt>
            <dd>{text(total.amount)}</dd>
          </div>
        ) : null}
      </dl>
      {note ? <p className={styles.note}>{note}</p> : null}
    </>
  );
}
