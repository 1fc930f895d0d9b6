import { IconBell } from '@tabler/icons-react';
import { countOf } from './count-of.ts';
import { IconButton } from './icon-button.tsx';
import type { LinkTarget } from './link.ts';
import { Logo, type LogoProps } from './logo.tsx';
import { PlaceChip, type PlaceProps } from './place-chip.tsx';
import styles from './home-bar.module.css';

interface Props {
  logo: LogoProps;
  place: PlaceProps;
  notices?: { count: number; link: LinkTarget } | undefined;
}

export function HomeBar({ logo, place, notices }: Props) {
  return (
    <header className={styles.bar}>
      <Logo {...logo} />
      <div className={styles.place}>
        <PlaceChip {...place} />
      </div>
      {notices ? (
        <IconButton
          link={notices.link}
          label={`Avisos, ${countOf(notices.count, 'novo', 'novos')}`}
          badge={notices.count}
          icon={<IconBell size={24} aria-hidden="true" />}
        />
      ) : null}
    </header>
  );
}
