import { IconChevronRight } from '@tabler/icons-react';
import type { Cents } from '#contract/money.ts';
import { classNames } from '#components/form/class-names.ts';
import { countOf } from '#components/product/count-of.ts';
import type { LinkTarget } from '#components/form/link.ts';
import { LiveText } from '#components/layout/live-text.tsx';
import { moneyText } from '#components/product/money.tsx';
import styles from './cart-bar.module.css';

interface Props {
  count: number;
  total: Cents;
  link: LinkTarget;
  over?: 'tabs' | 'nothing' | undefined;
}

/** Rises once, when the cart stops being empty; then only its numbers change. */
export function CartBar({ count, total, link, over = 'tabs' }: Props) {
  const said = count === 0 ? '' : `Carrinho: ${countOf(count, 'item', 'itens')}, ${moneyText(total)}`;
  return (
    <>
      <LiveText>{said}</LiveText>
      {count > 0 ? (
        <section
          aria-label="Resumo do carrinho"
          className={classNames(styles.place, over === 'nothing' && styles.low)}
        >
          <a
            {...link}
            className={styles.bar}
            aria-label={`Ver carrinho, ${countOf(count, 'item', 'itens')}, ${moneyText(total)}`}
          >
            <span className={styles.count}>{count}</span>
            <span className={styles.total}>{moneyText(total)}</span>
            <span className={styles.go}>
              Ver carrinho
              <IconChevronRight size={24} aria-hidden="true" />
            </span>
          </a>
        </section>
      ) : null}
    </>
  );
}
