import { useRoot, useRootState } from '#client/hooks.ts';

interface ChosenStore {
  /** what it is called, as far as that is known by now */
  name: string;
  choose: (id: string) => void;
  /** back to every store; whoever pressed it is led to the heading, as the button is gone then */
  undo: () => void;
}

/** The chosen store by its name, and the two words that change it. */
export function useChosenStore(): ChosenStore {
  const id = useRootState('chosen', ({ context }) => context.id);
  const chosen = useRoot('chosen');
  const name = useRootState(
    'marketplace',
    ({ context }) => context.marketplaces.find((store) => store.id === id)?.name ?? 'a escolhida',
  );
  return {
    name,
    choose: (wanted) => chosen.send({ type: 'marketplace.chosen', id: wanted }),
    undo: () => {
      chosen.send({ type: 'marketplace.undone' });
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-screen-heading]')?.focus());
    },
  };
}
