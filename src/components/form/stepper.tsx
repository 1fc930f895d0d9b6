import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import type { LinkTarget } from './link.ts';
import styles from './stepper.module.css';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

interface Props {
  quantity: number;
  /** Of what: "Tomate italiano". */
  name: string;
  onChange: (next: number) => void;
  min?: number | undefined;
  max?: number | undefined;
  /** `tile`: white, turns brand. `flat`: sunken. `chosen`: soft brand, for a chosen option. */
  kind?: 'tile' | 'flat' | 'chosen' | undefined;
  /** In the cart the last one is thrown away, and the button says so. */
  bin?: boolean | undefined;
  /** Why no more can be taken: "Restam 3". */
  maxReason?: string | undefined;
  disabled?: boolean | undefined;
  /** Shows − n + even at zero. */
  alwaysOpen?: boolean | undefined;
}

/** The round + turns in place into − n +: it grows to the left and the + never moves. */
export function Stepper({
  quantity,
  name,
  onChange,
  min = 0,
  max = Number.POSITIVE_INFINITY,
  kind = 'tile',
  bin,
  maxReason,
  disabled,
  alwaysOpen,
}: Props) {
  const reasonId = useId();
  const plus = useRef<HTMLButtonElement>(null);
  const isOpen = quantity > 0 || Boolean(alwaysOpen);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The minus that had focus is gone with the last one: focus must not fall to the page's start.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) plus.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const isFull = quantity >= max;
  const isLast = quantity === 1 && min === 0;
  return (
    <div
      role="group"
      aria-label={`Quantidade de ${name}`}
      className={classNames(styles.stepper, styles[kind], isOpen && styles.open)}
    >
      {isOpen ? (
        <>
          <button
            type="button"
            className={styles.less}
            disabled={disabled || quantity <= min}
            onClick={() => onChange(quantity - 1)}
            aria-label={isLast ? `Remover ${name}` : `Tirar um ${name}`}
          >
            {bin && isLast ? (
              <IconTrash size={22} aria-hidden="true" />
            ) : (
              <IconMinus size={22} aria-hidden="true" />
            )}
          </button>
          <span className={styles.count} aria-live="polite" aria-atomic="true">
            <span key={quantity} className={styles.roll}>
              {quantity}
            </span>
          </span>
        </>
      ) : null}
      <button
        ref={plus}
        type="button"
        disabled={disabled}
        // Not `disabled` at the limit: it must stay reachable to say why.
        aria-disabled={isFull || undefined}
        aria-describedby={isFull && maxReason ? reasonId : undefined}
        onClick={() => {
          if (!isFull) onChange(Math.max(quantity + 1, min));
        }}
        aria-label={isOpen ? `Mais um ${name}` : `Adicionar ${name}`}
      >
        <IconPlus size={22} aria-hidden="true" />
      </button>
      {isFull && maxReason ? (
        <span id={reasonId}>
          <VisuallyHidden>{maxReason}</VisuallyHidden>
        </span>
      ) : null}
    </div>
  );
}

/** The round + of a product that has to be put together first: it leads there. */
export const ChooseLink = ({ name, link }: { name: string; link: LinkTarget }) => (
  <a
    {...link}
    className={classNames(styles.stepper, styles.tile, styles.choose)}
    aria-label={`Escolher opções de ${name}`}
  >
    <IconPlus size={22} aria-hidden="true" />
  </a>
);
