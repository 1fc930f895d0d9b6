import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { Unreachable } from '#client/shop/unreachable.tsx';
import { Button } from '#components/form/button.tsx';
import { LateEmptyState } from '#components/feedback/late-empty-state.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import type { ReactNode } from 'react';
import styles from './home.module.css';

interface Props {
  /** Campaigns are known, and there are none to buy from. */
  isEmpty: boolean;
  /** There were some. */
  isOver?: boolean;
  waiting: ReactNode;
  greeting: string;
}

/**
 * What stands in place of the campaigns while there are none to show: on their way, none here, or out of
 * reach.
 */
export function CampaignsProblem({ isEmpty, isOver, waiting, greeting }: Props) {
  const linkTo = useLinkTo();
  const campaigns = useRoot('campaigns');
  const problem = useRootState('campaigns', (snapshot) =>
    snapshot.hasTag('offline') ? 'offline' : snapshot.hasTag('failed') ? 'failed' : null,
  );
  if (problem)
    return (
      <Unreachable
        what="as campanhas"
        problem={problem}
        onRetry={() => campaigns.send({ type: 'load.retried' })}
      />
    );
  if (isEmpty) {
    return (
      <LateEmptyState
        heading
        drawing="place"
        title={isOver ? 'Nenhuma campanha aberta neste lugar' : 'Ainda não há campanhas neste lugar'}
        text="Experimente outro endereço, ou volte daqui a alguns dias."
        action={<Button link={linkTo('address.location')}>Trocar o lugar</Button>}
      />
    );
  }
  return (
    <>
      <div className={styles.greeting}>
        <ScreenHeading>{greeting}</ScreenHeading>
      </div>
      {waiting}
    </>
  );
}
