import type { Cents } from '#contract/money.ts';
import { classNames } from '#components/form/class-names.ts';
import styles from './line-price.module.css';
import { moneyText } from './money.tsx';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

interface Props {
  /** Of the whole line, with everything taken off. */
  price: Cents;
  /** What it would have cost. */
  listPrice?: Cents | undefined;
  className?: string | undefined;
}

/** What a line costs, wherever a line stands: in the cart, on the way to pay and in the order. */
export function LinePrice({ price, listPrice, className }: Props) {
  return (
    <p className={classNames(styles.price, className)}>
      {listPrice !== undefined && listPrice > price ? (
        <s>
          <VisuallyHidden>antes </VisuallyHidden>
          {moneyText(listPrice)}
        </s>
      ) : null}
      <b>{moneyText(price)}</b>
    </p>
  );
}
