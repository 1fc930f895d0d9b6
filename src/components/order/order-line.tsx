import type { Cents } from '#contract/money.ts';
import { LinePrice } from '#components/product/line-price.tsx';
import styles from './order-line.module.css';
import { Thumb } from '#components/product/thumb.tsx';
import type { Tint } from '#components/campaign/tint.ts';

interface Props {
  name: string;
  /** "2 × 500 g" */
  detail?: string | undefined;
  /** What was chosen in a kit. */
  choices?: string[] | undefined;
  /** Of the whole line, with everything taken off. */
  price: Cents;
  listPrice?: Cents | undefined;
  image: string | null;
  tint: Tint;
  cut?: boolean | undefined;
}

/** A line that can no longer be changed here: checkout's summary, an order's items. */
export function OrderLine({ name, detail, choices, price, listPrice, image, tint, cut }: Props) {
  return (
    <div className={styles.line}>
      <Thumb src={image} tint={tint} cut={cut} size={48} />
      <p className={styles.words}>
        <span className={styles.name}>{name}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
        {choices && choices.length > 0 ? <span className={styles.detail}>{choices.join(' · ')}</span> : null}
      </p>
      <LinePrice price={price} listPrice={listPrice} className={styles.price} />
    </div>
  );
}
