import { IconButton } from '#components/form/icon-button.tsx';
import { IconBrandWhatsapp, IconMessage, IconX } from '@tabler/icons-react';
import styles from './help-offer.module.css';

interface Props {
  label: string;
  href: string;
  /** A page of somebody else's, in the place of the messaging app. */
  isChat: boolean;
  onDismiss: () => void;
}

/** Lies over a corner of the page; it opens in a tab of its own and can be sent away. */
export function HelpOffer({ label, href, isChat, onDismiss }: Props) {
  const Icon = isChat ? IconMessage : IconBrandWhatsapp;
  return (
    <aside className={styles.offer} aria-label="Ajuda da loja" data-above-bars>
      <a
        className={styles.link}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${label} Abre em outra aba`}
      >
        <Icon size={24} aria-hidden="true" />
        {label}
      </a>
      <IconButton label="Dispensar ajuda" onClick={onDismiss} icon={<IconX size={20} aria-hidden="true" />} />
    </aside>
  );
}
