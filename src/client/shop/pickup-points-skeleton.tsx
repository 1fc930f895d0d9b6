import { Skeleton } from '#components/feedback/skeleton.tsx';
import { Stack } from '#components/layout/stack.tsx';

/** The room of two points, while they are on their way. */
export const PickupPointsSkeleton = () => (
  <Stack gutter gap={2}>
    <Skeleton height="72px" />
    <Skeleton height="72px" />
  </Stack>
);
