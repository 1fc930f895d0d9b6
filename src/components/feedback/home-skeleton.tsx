import { Skeleton } from './skeleton.tsx';
import styles from './skeleton-screens.module.css';
import { RowsSkeleton, Waiting } from './skeleton-screens.tsx';

export function HomeSkeleton() {
  return (
    <Waiting>
      <div className={styles.gutter}>
        <Skeleton width="60%" height="32px" />
      </div>
      <Skeleton height="346px" />
      <div className={styles.gutter}>
        <Skeleton width="48%" height="28px" />
      </div>
      <RowsSkeleton count={3} height="128px" />
    </Waiting>
  );
}
