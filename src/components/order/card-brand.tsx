import { IconCreditCard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './card-brand.module.css';

/** Marks of the brands, drawn small: what tells one card from another, nothing more. */
const marks: Record<string, ReactNode> = {
  visa: (
    <text x="20" y="15.5" fill="#fff" className={styles.word}>
      VISA
    </text>
  ),
  mastercard: (
    <>
      <circle cx="16" cy="12" r="7" fill="#eb001b" />
      <circle cx="24" cy="12" r="7" fill="#f79e1b" fillOpacity="0.9" />
    </>
  ),
  amex: (
    <text x="20" y="15" fill="#fff" className={styles.small}>
      AMEX
    </text>
  ),
  diners: (
    <>
      <circle cx="20" cy="12" r="8" fill="#fff" />
      <path d="M17 6.5a6 6 0 0 0 0 11zM23 6.5a6 6 0 0 1 0 11z" fill="#0079be" />
    </>
  ),
  elo: (
    <text x="20" y="15.5" fill="#fff" className={styles.word}>
      elo
    </text>
  ),
  hipercard: (
    <text x="20" y="15" fill="#fff" className={styles.small}>
      HIPER
    </text>
  ),
  discover: (
    <>
      <text x="14" y="15" fill="#1f1b16" className={styles.small}>
        DISC
      </text>
      <circle cx="31" cy="12" r="5" fill="#f47216" />
    </>
  ),
};
const grounds: Record<string, string> = {
  visa: '#1a1f71',
  mastercard: '#1f1b16',
  amex: '#006fcf',
  diners: '#0079be',
  elo: '#000',
  hipercard: '#b3131b',
  discover: '#f2ede5',
};
const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  elo: 'Elo',
  hipercard: 'Hipercard',
  discover: 'Discover',
};

/** The brand of a card as a sign; an unknown one has a plain card. Source: spec §9. */
export function CardBrand({ brand }: { brand: string }) {
  const mark = marks[brand];
  if (!mark) return <IconCreditCard size={26} aria-label="Cartão" />;
  return (
    <svg className={styles.brand} viewBox="0 0 40 24" role="img" aria-label={names[brand]}>
      <rect width="40" height="24" rx="4" fill={grounds[brand]} />
      {mark}
    </svg>
  );
}
