import type { EmptyStateProps } from './empty-state.tsx';
import { later } from './later.tsx';

/** EmptyState for the places that are hardly ever empty. */
export const LateEmptyState = later<EmptyStateProps>(
  'components/empty-state.tsx',
  async () => (await import('./empty-state.tsx')).EmptyState,
);
