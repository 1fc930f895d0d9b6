import type { Cents } from '#contract/money.ts';
import { classNames } from '#components/form/class-names.ts';
import { DiscountBadge } from './discount-badge.tsx';
import { moneyText } from './money.tsx';
import styles from './price-block.module.css';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

interface Props {
  price: Cents;
  listPrice?: Cents | undefined;
  badge?: string | undefined;
  large?: boolean | undefined;
  /** "ou 2x de R$ 37,45 sem juros" */
  instalments?: string | undefined;
  /** "a partir de" */
  prefix?: string | undefined;
}

export function PriceBlock({ price, listPrice, badge, large, instalments, prefix }: Props) {
  const isCut = listPrice !== undefined && listPrice > price;
  return (
    <div className={classNames(styles.block, large && styles.large)}>
      <p className={styles.line}>
        {prefix ? <span className={styles.prefix}>{prefix}</span> : null}
        <b className={styles.price}>
          {isCut ? <VisuallyHidden>por </VisuallyHidden> : null}
          {moneyText(price)}
        </b>
        {isCut ? (
          <s className={styles.list}>
            <VisuallyHidden>antes </VisuallyHidden>
            {moneyText(listPrice)}
          </s>
        ) : null}
        {badge ? <DiscountBadge>{badge}</DiscountBadge> : null}
      </p>
      {instalments ? <p className={styles.instalments}>{instalments}</p> : null}
    </div>
  );
}
