import { useAccessKey } from '#client/person/access.ts';
import { AppScreen } from '#client/app-screen.tsx';
import { useAppState } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { OpenedAccess } from '#contract/people/access.ts';
import { accessKeyIn } from '#domain/person/access-key.ts';
import { IconPackage, IconQrcode } from '@tabler/icons-react';
import { KeyForm } from '#client/forms/key-form.tsx';

/** A key or an invitation: typed, pasted, or come by a link. Whoever is not signed in uses it all the same. */
export function InviteCodeScreen() {
  const {
    search: { key },
  } = useScreen('app.inviteCode');
  // Another link is another key.
  return <Key key={key} given={key ?? null} />;
}

function Key({ given }: { given: string | null }) {
  const view = useAccessKey(given === null ? null : accessKeyIn(given));
  const { opened } = view.state.context;
  const linkTo = useLinkTo();
  return (
    <AppScreen title="Usar convite" width="narrow">
      <Stack gap={6} gutter>
        {opened ? (
          <Opened {...opened} />
        ) : (
          <>
            <Stack gap={2}>
              <ScreenHeading>Você tem um convite?</ScreenHeading>
              <Text tone="soft">
                Um convite ou uma chave abre campanhas que não são para todos. Não precisa entrar antes.
              </Text>
            </Stack>
            <KeyForm {...view} />
            <Button kind="soft" icon={<IconQrcode size={22} />} link={linkTo('app.qrCode')}>
              Ler o QR do convite
            </Button>
          </>
        )}
      </Stack>
    </AppScreen>
  );
}

const statusText = {
  OK: 'Aberta para você',
  COMPLETED: 'Você já comprou aqui',
  BLOCKED: 'Ainda pede algo de você: veja na campanha',
  SCHEDULED: 'Abre em breve',
  EXPIRED: 'Já terminou',
} as const satisfies Record<OpenedAccess['campaigns'][number]['status'], string>;

/** What the key has opened. An invitation opens nothing: it counts for whoever invited, once one has signed up. */
function Opened({ relation, campaigns }: OpenedAccess) {
  const linkTo = useLinkTo();
  const isVisitor = useAppState(({ context }) => context.session === 'visitor');
  const isInvitation = relation.action === 'INVITE';
  const [first] = campaigns;
  return (
    <>
      <Stack gap={2}>
        <ScreenHeading>{isInvitation ? 'Convite aceito' : 'A chave vale'}</ScreenHeading>
        <Text tone="soft">
          {isInvitation
            ? isVisitor
              ? 'Ele conta para quem convidou quando você terminar o seu cadastro.'
              : 'Ele só conta para quem convidou quando chega antes do cadastro; o seu já está feito.'
            : isVisitor
              ? 'Ela já está guardada e segue com o seu cadastro: não precisa digitar de novo.'
              : 'Ela fica na sua conta: não precisa digitar de novo.'}
        </Text>
      </Stack>
      {campaigns.length > 0 ? (
        <Card pad={false}>
          <RowList divided label={isInvitation ? 'Campanhas do convite' : 'Campanhas da chave'}>
            {campaigns.map(({ id, name, status }) => (
              <ListRow
                key={id}
                icon={<IconPackage size={24} />}
                title={name}
                detail={statusText[status]}
                link={linkTo('app.campaign', { campaignId: id })}
              />
            ))}
          </RowList>
        </Card>
      ) : null}
      {isInvitation && isVisitor ? (
        <Button link={linkTo('login.options')}>Fazer o cadastro</Button>
      ) : first && campaigns.length === 1 ? (
        <Button link={linkTo('app.campaign', { campaignId: first.id })}>Ver a campanha</Button>
      ) : (
        <Button link={linkTo('app.newHome')}>Ver as campanhas</Button>
      )}
    </>
  );
}
