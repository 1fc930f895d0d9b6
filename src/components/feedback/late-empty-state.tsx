import type { EmptyStateProps } from './empty-state.tsx';
import { later } from '#components/layout/later.tsx';

/** EmptyState for the places that are hardly ever empty. */
export const LateEmptyState = later<EmptyStateProps>(
  'components/feedback/empty-state.tsx',
  async () => (await import('./empty-state.tsx')).EmptyState,
);
