import { Skeleton } from '#components/feedback/skeleton.tsx';
import { Stack } from '#components/layout/stack.tsx';

/** The room of two points, each with an address of two lines and its hours, while they are on their way. */
export const PickupPointsSkeleton = () => (
  <Stack gutter gap={2}>
    <Skeleton height="7.125rem" />
    <Skeleton height="7.125rem" />
  </Stack>
);
