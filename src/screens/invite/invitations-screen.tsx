import { useInvitations } from '#client/person/access.ts';
import { AppScreen } from '#client/app-screen.tsx';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useCampaign } from '#client/shop/campaign/campaigns.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { CopyButton } from '#components/form/copy-button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { QrCode } from '#components/order/qr-code.tsx';
import { StepProgress } from '#components/order/step-progress.tsx';
import type { Relation } from '#contract/campaign.ts';
import { accessKeyLink, formatAccessKey } from '#domain/person/access-key.ts';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './invitations.module.css';

/** One's own invitations: the code of each campaign that asks for them, and how many have been accepted. */
export function InvitationsScreen() {
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const { state, send } = useInvitations();
  const { invitations, problem } = state.context;
  const retry = { onClick: () => send({ type: 'load.retried' }) };
  if (state.hasTag('empty'))
    return (
      <AppScreen title="Convites">
        <EmptyState
          heading
          title="Nenhuma campanha pede convites agora"
          text="Quando uma campanha abrir para quem convida, o seu código aparece aqui."
          action={<Button link={linkTo('app.newHome')}>Ver as campanhas</Button>}
        />
      </AppScreen>
    );
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <AppScreen title="Convites">
        <ErrorState
          heading
          title={state.hasTag('offline') ? noAnswer.title : 'Não conseguimos buscar os seus convites'}
          text={
            state.hasTag('offline')
              ? noAnswer.when('Os convites aparecem quando a conexão voltar.', 'Tentamos de novo sozinhos.')
              : problemTitle(problem ?? { code: 'FAILED' })
          }
          retry={retry}
        />
      </AppScreen>
    );
  if (state.hasTag('busy'))
    return (
      <AppScreen title="Convites" width="narrow" busy>
        <Stack gap={6} gutter>
          <ScreenHeading hidden>Seus convites</ScreenHeading>
          <Waiting text="Buscando os seus convites">
            <CardSkeleton height="420px" />
          </Waiting>
        </Stack>
      </AppScreen>
    );
  return (
    <AppScreen title="Convites" width="narrow">
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading>Seus convites</ScreenHeading>
          <Text tone="soft">
            Envie o seu convite. Ele conta quando a pessoa termina o cadastro na loja, uma vez por pessoa.
          </Text>
        </Stack>
        {invitations.map((invitation) => (
          <Invitation key={invitation.code} {...invitation} />
        ))}
        <Text>
          <TextLink link={linkTo('app.inviteCode')}>Recebi um convite e quero usar</TextLink>
        </Text>
      </Stack>
    </AppScreen>
  );
}

function Invitation({ code, used, properties }: Relation) {
  const linkTo = useLinkTo();
  const [campaignId = ''] = properties.campaignIds;
  const campaign = useCampaign(campaignId)?.campaign;
  const need = campaign?.invite?.invites ?? 0;
  const name = campaign?.name ?? properties.label ?? 'Convite';
  const link = accessKeyLink(globalThis.location?.origin ?? '', code);
  return (
    <Card>
      <Stack gap={4}>
        <Text as="h2" size={18} weight={600}>
          {name}
        </Text>
        <Progress accepted={used} need={need} />
        {need > 0 && used >= need && campaign ? (
          <Button link={linkTo('app.campaign', { campaignId: campaign.slug })}>Ver a campanha</Button>
        ) : null}
        <Text as="p" size={18} weight={600} numeric>
          {formatAccessKey(code)}
        </Text>
        <Share name={name} link={link} />
        <CopyButton text={formatAccessKey(code)} kind="quiet">
          Copiar só o código
        </CopyButton>
        <div className={styles.qr}>
          <QrCode text={link} label={`QR do convite de ${name}`} />
        </div>
      </Stack>
    </Card>
  );
}

/** `2 de 5`: those who accepted, never those who were sent one. */
function Progress({ accepted, need }: { accepted: number; need: number }) {
  const text =
    need > 0
      ? `${Math.min(accepted, need)} de ${need} convites aceitos`
      : accepted === 1
        ? '1 convite aceito'
        : `${accepted} convites aceitos`;
  return (
    <Stack gap={2}>
      <Text numeric>{text}</Text>
      {need > 0 ? <StepProgress done={Math.min(accepted, need)} of={need} part={0} label={text} /> : null}
    </Stack>
  );
}

/** The device's own way of sharing where it has one; else the link is copied. */
function Share({ name, link }: { name: string; link: string }) {
  const { partner } = useTenant();
  const [isUnable, setUnable] = useState(false);
  const share = async () => {
    try {
      await navigator.share({ title: partner, text: `Meu convite para ${name} na ${partner}`, url: link });
    } catch (problem) {
      // Closing the device's sheet is an answer, not a fault.
      if (!(problem instanceof DOMException && problem.name === 'AbortError')) setUnable(true);
    }
  };
  const canShare = typeof navigator !== 'undefined' && typeof navigator.share === 'function';
  return (
    <>
      {canShare && !isUnable ? (
        <Button icon={<IconShare2 size={24} />} onClick={() => void share()}>
          Convidar
        </Button>
      ) : null}
      <CopyButton
        text={link}
        kind={canShare && !isUnable ? 'soft' : 'primary'}
        copiedText="Link copiado"
        onFailed={() => setUnable(true)}
      >
        Copiar o link
      </CopyButton>
      {isUnable ? (
        <Text size={13} tone="soft">
          {link}
        </Text>
      ) : null}
    </>
  );
}
