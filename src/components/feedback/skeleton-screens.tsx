import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import styles from './skeleton-screens.module.css';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

const several = (count: number, render: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, index) => render(index));

/** Says once that something is on its way; the blocks are for eyes only. */
export function Waiting({
  text = 'Carregando',
  children,
}: {
  text?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div role="status">
      <VisuallyHidden>{text}</VisuallyHidden>
      {children}
    </div>
  );
}

export function TileSkeleton() {
  return (
    <div className={styles.tile}>
      <Skeleton square radius="card" />
      <Skeleton width="52%" height="16px" />
      <Skeleton width="86%" height="12px" />
      <Skeleton width="64%" height="12px" />
    </div>
  );
}

export const CardSkeleton = ({ height = '116px' }: { height?: string | undefined }) => (
  <Skeleton height={height} radius="card" />
);

export const GridSkeleton = ({ count = 8 }: { count?: number | undefined }) => (
  <div className={styles.grid}>
    {several(count, (index) => (
      <TileSkeleton key={index} />
    ))}
  </div>
);

export const RowsSkeleton = ({
  count = 4,
  height = '72px',
}: {
  count?: number | undefined;
  height?: string | undefined;
}) => (
  <div className={styles.stack}>
    {several(count, (index) => (
      <CardSkeleton key={index} height={height} />
    ))}
  </div>
);

export function CheckoutSkeleton() {
  return (
    <Waiting>
      <div className={styles.stack}>
        <Skeleton width="80%" height="32px" />
        <Skeleton height="52px" radius="card" />
        <CardSkeleton height="68px" />
        <CardSkeleton height="340px" />
      </div>
    </Waiting>
  );
}
