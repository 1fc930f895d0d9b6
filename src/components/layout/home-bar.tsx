import { Logo, type LogoProps } from './logo.tsx';
import { PlaceChip, type PlaceProps } from '#components/place/place-chip.tsx';
import styles from './home-bar.module.css';

interface Props {
  logo: LogoProps;
  place: PlaceProps;
}

export function HomeBar({ logo, place }: Props) {
  return (
    <header className={styles.bar}>
      <Logo {...logo} />
      <div className={styles.place}>
        <PlaceChip {...place} />
      </div>
    </header>
  );
}
