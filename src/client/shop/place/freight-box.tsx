import type { ReactNode } from 'react';
import { PlaceRow } from './place-row.tsx';
import styles from './freight.module.css';

/** Room for whatever is said of cost and time, as tall before it is known as after. */
export function FreightBox({ children }: { children: ReactNode }) {
  return (
    <div className={styles.freight}>
      <h3 className={styles.title}>Frete e prazo</h3>
      {children}
    </div>
  );
}

/** Before its code is there, and without any. */
export const FreightMeanwhile = () => (
  <FreightBox>
    <PlaceRow />
  </FreightBox>
);
