import type { ReactNode } from 'react';
import type { Cents } from '#contract/money.ts';
import { classNames } from '#components/form/class-names.ts';
import styles from './cart-line.module.css';
import { LinePrice } from '#components/product/line-price.tsx';
import type { LinkTarget } from '#components/form/link.ts';
import { Thumb } from '#components/product/thumb.tsx';
import type { Tint } from '#components/campaign/tint.ts';

interface Props {
  name: string;
  unit?: string | undefined;
  /** What was chosen in a kit, a line each. */
  choices?: string[] | undefined;
  /** Leads to where they are changed. */
  change?: ReactNode;
  /** What is asked of whoever packs it. */
  wish?: ReactNode;
  /** Of the whole line. */
  price: Cents;
  listPrice?: Cents | undefined;
  image: string | null;
  tint: Tint;
  cut?: boolean | undefined;
  link?: LinkTarget | undefined;
  stepper: ReactNode;
  /** What changed or is missing: "Agora custa R$ 9,90", "Restam 2". */
  notice?: ReactNode;
  /** In the drawer: everything on one line. */
  compact?: boolean | undefined;
}

export function CartLine({
  name,
  unit,
  choices,
  change,
  wish,
  price,
  listPrice,
  image,
  tint,
  cut,
  link,
  stepper,
  notice,
  compact,
}: Props) {
  return (
    <article className={classNames(styles.line, compact && styles.compact)}>
      <Thumb src={image} tint={tint} cut={cut} size={compact ? 56 : 72} />
      <div className={styles.words}>
        <h3 className={styles.name}>{link ? <a {...link}>{name}</a> : name}</h3>
        {unit ? <p className={styles.unit}>{unit}</p> : null}
        {choices && choices.length > 0 ? (
          <ul className={styles.choices}>
            {choices.map((choice) => (
              <li key={choice}>{choice}</li>
            ))}
          </ul>
        ) : null}
        {change}
        {wish}
        {notice ? <p className={styles.notice}>{notice}</p> : null}
      </div>
      <LinePrice price={price} listPrice={listPrice} className={styles.price} />
      <div className={styles.stepper}>{stepper}</div>
    </article>
  );
}
