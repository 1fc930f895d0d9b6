import { EmptyState } from '#components/feedback/empty-state.tsx';
import { Button } from '#components/form/button.tsx';
import { useChosenStore } from './chosen-store.ts';

/** The chosen store has nothing to buy from: said, with every store as the way on. */
export function NothingInStore({ heading = false }: { heading?: boolean }) {
  const { name, undo } = useChosenStore();
  return (
    <EmptyState
      heading={heading}
      drawing="place"
      title={`Nenhuma campanha aberta na loja ${name}`}
      text="As outras lojas podem ter o que você procura."
      action={<Button onClick={undo}>Ver todas as lojas</Button>}
    />
  );
}
