import { useRootState } from '#client/hooks.ts';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { later } from '#components/layout/later.tsx';
import type { ReactNode } from 'react';
import styles from './home.module.css';

const NoCampaigns = later(
  'screens/home/no-campaigns.tsx',
  async () => (await import('./no-campaigns.tsx')).NoCampaigns,
);

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
  const problem = useRootState('campaigns', (snapshot) =>
    snapshot.hasTag('offline') ? 'offline' : snapshot.hasTag('failed') ? 'failed' : null,
  );
  return problem || isEmpty ? (
    <NoCampaigns problem={problem} isOver={isOver} />
  ) : (
    <>
      <div className={styles.greeting}>
        <ScreenHeading>{greeting}</ScreenHeading>
      </div>
      {waiting}
    </>
  );
}
