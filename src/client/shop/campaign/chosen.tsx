import { later } from '#components/layout/later.tsx';
import { useRootState } from '#client/hooks.ts';

const ChosenLine = later(
  'client/shop/campaign/chosen-line.tsx',
  async () => (await import('./chosen-line.tsx')).ChosenLine,
);

/** The one store that this person looks at; null: every store. The server draws every store for everybody. */
export const useChosen = (): string | null => useRootState('chosen', ({ context }) => context.id);

/** Which store one looks at, with the way back to all. Most look at all, so its code comes when it is wanted. */
export const ChosenStore = () => (useChosen() === null ? null : <ChosenLine />);
