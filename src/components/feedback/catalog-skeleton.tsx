import { Skeleton } from './skeleton.tsx';
import styles from './skeleton-screens.module.css';
import { GridSkeleton, Waiting } from './skeleton-screens.tsx';

export function CatalogSkeleton() {
  return (
    <Waiting>
      <div className={styles.chips}>
        {['56px', '92px', '80px', '76px', '72px'].map((width) => (
          <Skeleton key={width} width={width} height="36px" radius="pill" />
        ))}
      </div>
      <div className={styles.gutter}>
        <Skeleton height="44px" />
      </div>
      <GridSkeleton />
    </Waiting>
  );
}
