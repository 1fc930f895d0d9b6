import { IconChevronDown, IconMapPin } from '@tabler/icons-react';
import type { Pressable } from '#components/form/link.ts';
import { LinkOrButton } from '#components/form/link-or-button.tsx';
import styles from './place-chip.module.css';

export interface PlaceProps extends Pressable {
  /** Where it is delivered or fetched; null while no place is known. */
  text: string | null;
  /** "Retirar em" for a pickup place. */
  lead?: string | undefined;
}

export function PlaceChip({
  text,
  lead = 'Entregar em',
  link,
  onClick,
  withLead,
}: PlaceProps & { withLead?: boolean | undefined }) {
  return (
    <LinkOrButton
      link={link}
      onClick={onClick}
      className={styles.chip}
      aria-haspopup={onClick ? 'dialog' : undefined}
      aria-label={text ? `${lead} ${text}. Trocar` : 'Informar onde você quer receber'}
    >
      <IconMapPin size={22} aria-hidden="true" />
      <span className={styles.text}>
        {withLead && text ? <span className={styles.lead}>{lead} </span> : null}
        {text ?? 'Onde você está?'}
      </span>
      <IconChevronDown size={20} aria-hidden="true" />
    </LinkOrButton>
  );
}
