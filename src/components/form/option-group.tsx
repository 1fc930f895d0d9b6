import { IconCheck } from '@tabler/icons-react';
import { Children, type ReactNode, useId } from 'react';
import type { Cents } from '#contract/money.ts';
import { Chip } from './chip.tsx';
import { moneyText } from '#components/product/money.tsx';
import styles from './option-group.module.css';
import { Thumb } from '#components/product/thumb.tsx';
import type { Tint } from '#components/campaign/tint.ts';

interface GroupProps {
  name: string;
  /** "Escolha 2 de 4" */
  rule: string;
  chosen: number;
  of: number;
  /** Enough is chosen. */
  done: boolean;
  children: ReactNode;
}

/** One group of choices of a kit, with its count in words. */
export function OptionGroup({ name, rule, chosen, of, done, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <div className={styles.head}>
        <div>
          <h2 id={id} className={styles.name}>
            {name}
          </h2>
          <p className={styles.rule}>{rule}</p>
        </div>
        <span role="status">
          <Chip
            tone={done ? 'ok' : 'off'}
            icon={done ? <IconCheck size={16} aria-hidden="true" /> : undefined}
          >
            {chosen} de {of}
          </Chip>
        </span>
      </div>
      <ul className={styles.options}>
        {Children.map(children, (child) => (child ? <li>{child}</li> : null))}
      </ul>
    </section>
  );
}

interface RowProps {
  name: string;
  unit?: string | undefined;
  /** What it adds to the price. */
  extra?: Cents | undefined;
  image: string | null;
  tint: Tint;
  cut?: boolean | undefined;
  stepper: ReactNode;
}

export function OptionRow({ name, unit, extra, image, tint, cut, stepper }: RowProps) {
  return (
    <div className={styles.row}>
      <Thumb src={image} tint={tint} cut={cut} size={48} />
      <p className={styles.words}>
        <span className={styles.title}>{name}</span>
        <span className={styles.unit}>
          {unit}
          {extra ? (
            <>
              {unit ? ' · ' : null}
              <b>+ {moneyText(extra)}</b>
            </>
          ) : null}
        </span>
      </p>
      {stepper}
    </div>
  );
}
