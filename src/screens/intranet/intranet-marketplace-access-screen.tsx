import { ChosenStore, useChosen } from '#client/shop/campaign/chosen.tsx';
import { useChosenStore } from '#client/shop/campaign/chosen-store.ts';
import { useAccessKey } from '#client/person/access.ts';
import { AppScreen } from '#client/app-screen.tsx';
import { useApp, useAppState, useRefusalReason, useRootState, useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { accessKeyIn } from '#domain/person/access-key.ts';
import { IconBuildingStore } from '@tabler/icons-react';
import { KeyForm } from '#client/forms/key-form.tsx';
import { DoorDialogs } from './door-dialogs.tsx';

/**
 * Where somebody of the company waits to whom no campaign is open: a key opens one, and the chart leads on by
 * itself. Whoever is not in yet is asked who they are first.
 */
export function IntranetMarketplaceAccessScreen() {
  const linkTo = useLinkTo();
  const session = useAppState(({ context }) => context.session);
  if (session === 'visitor')
    return (
      <AppScreen top="none" width="narrow">
        <EmptyState
          heading
          title="Diga primeiro quem você é"
          text="As lojas e as campanhas da empresa aparecem depois que você entra."
          action={<Button link={linkTo('app.intranetLogin')}>Entrar com a matrícula</Button>}
        />
        <Stack gutter>
          <DoorDialogs />
        </Stack>
      </AppScreen>
    );
  return <Access />;
}

/** The key of a link that somebody opened before they came in: what they asked for is told to nobody but them. */
const useKeyAsked = (): string | null =>
  useAppState(({ context: { returnTo } }) => {
    const key = returnTo?.screen === 'app.inviteCode' ? returnTo.search.key : undefined;
    return key === undefined ? null : accessKeyIn(key);
  });

function Access() {
  const linkTo = useLinkTo();
  const app = useApp();
  const { partner } = useTenant();
  // That nothing is open is what the whole screen says.
  const reason = useRefusalReason();
  const stores = useRootState('marketplace', ({ context }) => context.marketplaces);
  const isKnown = useRootState('campaigns', ({ context }) => context.isKnown);
  const count = useRootState('campaigns', ({ context }) => context.campaigns.length);
  const chosen = useChosen();
  const { choose } = useChosenStore();
  const view = useAccessKey(useKeyAsked());
  const { opened } = view.state.context;
  const names = opened?.campaigns.map(({ name }) => name).join(', ');
  return (
    <AppScreen
      top="none"
      width="narrow"
      busy={!isKnown}
      refusal={reason !== null && reason !== 'intranet.empty'}
    >
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading>Nenhuma campanha aberta para você</ScreenHeading>
          <Text tone="soft">
            {`Você está na ${partner}, e nenhuma campanha dela está aberta para você ainda. Uma chave da empresa abre a sua.`}
          </Text>
        </Stack>
        {isKnown ? null : <Waiting text="Vendo as suas campanhas">{null}</Waiting>}
        <Card pad={false}>
          <RowList divided label="Lojas da empresa">
            {stores.map(({ id, name }) => (
              <ListRow
                key={id}
                icon={<IconBuildingStore size={24} />}
                title={name}
                detail={
                  id === chosen
                    ? 'Loja escolhida'
                    : stores.length > 1
                      ? 'Escolher loja'
                      : count === 0
                        ? 'Nenhuma campanha aberta'
                        : undefined
                }
                aria-current={id === chosen ? 'true' : undefined}
                {...(stores.length > 1 && { onClick: () => choose(id) })}
              />
            ))}
          </RowList>
        </Card>
        <ChosenStore />
        {opened ? (
          <RefusalNote
            tone="info"
            text={
              names && opened.relation.action === 'CAMPAIGN_ACCESS'
                ? `A chave vale: ${names}. Se a campanha não abrir sozinha, confira onde você quer receber.`
                : 'Este convite vale, mas não abre uma campanha.'
            }
            remedy={{ label: 'Dizer onde receber', link: linkTo('address.location') }}
          />
        ) : null}
        <KeyForm {...view} />
        <Button kind="quiet" onClick={() => app.send({ type: 'signout.requested' })}>
          Sair desta conta
        </Button>
        <DoorDialogs />
      </Stack>
    </AppScreen>
  );
}
