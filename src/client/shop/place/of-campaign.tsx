import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { type KnownCampaign, useCampaign, useCampaigns } from '#client/shop/campaign/campaigns.ts';
import { LateEmptyState } from '#components/feedback/late-empty-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import type { ReactNode } from 'react';
import { Unreachable } from './unreachable.tsx';

interface Props {
  /** its id or short name, where the address says it */
  campaign: string | undefined;
  screen: 'app.campaignDeliveryArea' | 'app.pickupStore';
  question: string;
  children: (known: KnownCampaign) => ReactNode;
}

/**
 * A screen that is about a campaign: the one of its address, else the only open one, else those to choose from
 * (D76).
 */
export function OfCampaign({ campaign = '', screen, question, children }: Props) {
  const linkTo = useLinkTo();
  const named = useCampaign(campaign);
  const open = useCampaigns().filter(({ state: { status } }) => status === 'OK' || status === 'COMPLETED');
  const campaigns = useRoot('campaigns');
  const catalog = useRoot('catalog');
  const isComing = useRootState('campaigns', (snapshot) => snapshot.hasTag('busy'));
  // What the address names comes with its catalog, which may be elsewhere than the person is.
  const problem = useRootState(campaign ? 'catalog' : 'campaigns', (snapshot) =>
    snapshot.hasTag('offline') ? 'offline' : snapshot.hasTag('failed') ? 'failed' : null,
  );
  const known = campaign ? named : open.length === 1 ? open[0] : null;
  if (known) return children(known);
  if (problem)
    return (
      <Unreachable
        what="a campanha"
        problem={problem}
        onRetry={() => {
          catalog.send({ type: 'load.retried' });
          campaigns.send({ type: 'load.retried' });
        }}
      />
    );
  if (campaign || isComing)
    return (
      <Stack gap={3} gutter>
        <ScreenHeading hidden>{question}</ScreenHeading>
        <Waiting text="Buscando a campanha">
          <CardSkeleton height="220px" />
        </Waiting>
      </Stack>
    );
  if (open.length === 0)
    return (
      <LateEmptyState
        heading
        drawing="place"
        title="Nenhuma campanha aberta aqui"
        text="Em outro lugar pode haver. O que você já escolheu fica guardado."
        action={<Button link={linkTo('address.location')}>Trocar o lugar</Button>}
      />
    );
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>{question}</ScreenHeading>
      <Card pad={false}>
        <RowList divided label="Campanhas abertas">
          {open.map(({ campaign: { id, slug, name } }) => (
            <ListRow key={id} title={name} link={linkTo(screen, {}, { campaign: slug })} height={56} />
          ))}
        </RowList>
      </Card>
    </Stack>
  );
}
