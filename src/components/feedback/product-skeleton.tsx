import { Skeleton } from './skeleton.tsx';
import styles from './skeleton-screens.module.css';
import { CardSkeleton, Waiting } from './skeleton-screens.tsx';

export function ProductSkeleton() {
  return (
    <Waiting>
      <div className={styles.product}>
        <div className={styles.hero} />
        <div className={styles.stack}>
          <Skeleton width="74%" height="32px" />
          <Skeleton width="92%" height="16px" />
          <Skeleton width="44%" height="32px" />
          <CardSkeleton height="280px" />
        </div>
      </div>
    </Waiting>
  );
}
