import type { Cents } from '#contract/money.ts';
import { LinePrice } from '#components/product/line-price.tsx';
import styles from './order-line.module.css';
import { Thumb } from '#components/product/thumb.tsx';
import type { Tint } from '#components/campaign/tint.ts';

interface Props {
  name: string;
  /** "2 × 500 g" */
  detail?: string | undefined;
  /** Of the whole line, with everything taken off. */
  price: Cents;
  listPrice?: Cents | undefined;
  image: string | null;
  tint: Tint;
  cut?: boolean | undefined;
}

/** A line that can no longer be changed here: checkout's summary, an order's items. */
export function OrderLine({ name, detail, price, listPrice, image, tint, cut }: Props) {
  return (
    <div className={styles.line}>
      <Thumb src={image} tint={tint} cut={cut} size={48} />
      <p className={styles.words}>
        <span className={styles.name}>{name}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </p>
      <LinePrice price={price} listPrice={listPrice} className={styles.price} />
    </div>
  );
}
