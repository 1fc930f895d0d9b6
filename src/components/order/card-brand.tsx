import { IconCreditCard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './card-brand.module.css';

interface Mark {
  name: string;
  ground: string;
  /** strokes of the brand's letters */
  letters?: string;
  ink?: string;
  sign?: ReactNode;
}
/** Marks of the brands, drawn small: what tells one card from another, nothing more. */
const marks: Record<string, Mark> = {
  visa: {
    name: 'Visa',
    ground: '#1a1f71',
    letters:
      'M8 8l3 8 3-8M17 8v8M25 9.2c-1-1.6-4.4-1.6-4.4.7 0 2.4 4.6 1.6 4.4 4-.2 2.4-3.6 2.4-4.6.8M27 16l3-8 3 8M28.2 13.4h3.6',
  },
  mastercard: {
    name: 'Mastercard',
    ground: '#1f1b16',
    sign: (
      <>
        <circle cx="16" cy="12" r="7" fill="#eb001b" />
        <circle cx="24" cy="12" r="7" fill="#f79e1b" />
      </>
    ),
  },
  amex: {
    name: 'American Express',
    ground: '#006fcf',
    letters:
      'M5 16l3-8 3 8M6.2 13.4h3.6M14 16V8l3 4.5L20 8v8M28 8h-4.5v8H28M23.5 12h4M30.5 8l5 8M35.5 8l-5 8',
  },
  diners: {
    name: 'Diners Club',
    ground: '#0079be',
    sign: (
      <>
        <circle cx="20" cy="12" r="8" fill="#fff" />
        <path d="M17.5 6.5a6 6 0 0 0 0 11zM22.5 6.5a6 6 0 0 1 0 11z" fill="#0079be" />
      </>
    ),
  },
  elo: {
    name: 'Elo',
    ground: '#000',
    letters:
      'M11 13.2h5.6a2.8 2.8 0 1 0-.9 2M20.5 7v7.5c0 .9.5 1.4 1.4 1.4M29.6 13a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 1 1 5.6 0',
  },
  hipercard: { name: 'Hipercard', ground: '#b3131b', letters: 'M15 7v10M25 7v10M15 12h10' },
  discover: {
    name: 'Discover',
    ground: '#f2ede5',
    ink: '#1f1b16',
    letters: 'M9 8v8h2.4a4 4 0 0 0 0-8z',
    sign: <circle cx="27" cy="12" r="6" fill="#f47216" />,
  },
};

/** The brand of a card as a sign; an unknown one has a plain card. Source: spec §9. */
export function CardBrand({ brand }: { brand: string }) {
  const mark = marks[brand];
  if (!mark) return <IconCreditCard size={26} aria-label="Cartão" />;
  const { name, ground, letters, ink = '#fff', sign } = mark;
  return (
    <svg className={styles.brand} viewBox="0 0 40 24" role="img" aria-label={name}>
      <rect width="40" height="24" rx="4" fill={ground} />
      {sign}
      {letters ? <path d={letters} fill="none" stroke={ink} strokeWidth="1.8" /> : null}
    </svg>
  );
}
