import { SegmentedControl, Switch } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { FUNNEL_DAYS } from '#contract/ops/funnel.ts';
import type { BookActor } from '../history.ts';
import styles from './funnel.module.css';

const [USUAL] = FUNNEL_DAYS;

/** Looks at what was counted of the chart, and over how many days. */
export function FunnelSwitch({ book }: { book: BookActor }) {
  const days = useSelector(book, ({ context }) => context.funnel);
  const ask = (next: (typeof FUNNEL_DAYS)[number] | null) =>
    book.send({ type: 'funnel.requested', days: next });
  return (
    <div className={styles.switch}>
      <Switch label="Funil" checked={days !== null} onChange={() => ask(days === null ? USUAL : null)} />
      {days !== null && (
        <SegmentedControl
          aria-label="Dias do funil"
          data={FUNNEL_DAYS.map((one) => ({ value: String(one), label: `${one} dias` }))}
          value={String(days)}
          onChange={(value) => ask(FUNNEL_DAYS.find((one) => String(one) === value) ?? USUAL)}
        />
      )}
    </div>
  );
}
