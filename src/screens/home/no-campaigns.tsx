import { useRoot } from '#client/hooks.ts';
import { useChosen } from '#client/shop/campaign/chosen.tsx';
import { NothingInStore } from '#client/shop/campaign/nothing-in-store.tsx';
import { useLinkTo } from '#client/links.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { Button } from '#components/form/button.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';

interface Props {
  problem: 'offline' | 'failed' | null;
  /** There were some. */
  isOver: boolean | undefined;
}

/** Out of reach, or none here. */
export function NoCampaigns({ problem, isOver }: Props) {
  const linkTo = useLinkTo();
  const campaigns = useRoot('campaigns');
  const isOne = useChosen() !== null;
  return problem ? (
    <Unreachable
      what="as campanhas"
      problem={problem}
      onRetry={() => campaigns.send({ type: 'load.retried' })}
    />
  ) : isOne ? (
    <NothingInStore heading />
  ) : (
    <EmptyState
      heading
      drawing="place"
      title={isOver ? 'Nenhuma campanha aberta neste lugar' : 'Ainda não há campanhas neste lugar'}
      text="Experimente outro endereço, ou volte daqui a alguns dias."
      action={<Button link={linkTo('address.location')}>Trocar o lugar</Button>}
    />
  );
}
