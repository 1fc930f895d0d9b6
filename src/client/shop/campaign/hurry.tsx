import type { QuoteOption } from '#contract/cart.ts';
import { instantOf } from '#domain/dates.ts';
import { hurryText } from '#domain/hurry.ts';
import { IconClock } from '@tabler/icons-react';
import { useNow } from '#client/hooks.ts';
import styles from '../place/freight.module.css';
import { firstWindow } from '../cart/quote-words.ts';

/**
 * "Peça em 23 min para receber segunda": until when an order finds the first window of all deliveries. Nothing
 * once that has passed, or while it is a day away.
 */
export function Hurry({ options }: { options: readonly QuoteOption[] }) {
  const now = useNow(15_000);
  const [first] = options
    .flatMap((option) => {
      const [by, start] = [instantOf(option.orderBy), instantOf(firstWindow(option)?.start)];
      return option.type !== 'PICKUP' && by !== null && start !== null ? [{ by, start }] : [];
    })
    .toSorted((a, b) => a.start - b.start || b.by - a.by);
  const text = first ? hurryText(first.by, first.start, now) : null;
  return text === null ? null : (
    <p className={styles.hurry}>
      <IconClock size={20} aria-hidden="true" />
      {text}
    </p>
  );
}
