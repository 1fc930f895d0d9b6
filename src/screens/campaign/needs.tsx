import { AlertOffer } from '#client/shop/campaign/alert-offer.tsx';
import { useReasonRemedy } from '#client/shop/campaign/reason-remedy.ts';
import { lookNow, ownOrderOf, reasonText } from '#client/shop/campaign/campaign-words.ts';
import type { KnownCampaign } from '#client/shop/campaign/campaigns.ts';
import { useLinkTo } from '#client/links.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { awaitedOf } from '#domain/alert/awaited.ts';
import type { UnmetReason } from '#domain/campaign-status.ts';
import { formatDay } from '#domain/dates.ts';
import { IconClock, IconCalendarOff, IconKey, IconPackage, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './campaign.module.css';

const icons: Record<UnmetReason['type'], ReactNode> = {
  time: <IconClock size={24} />,
  campaign: <IconPackage size={24} />,
  invites: <IconUsers size={24} />,
  key: <IconKey size={24} />,
  expired: <IconCalendarOff size={24} />,
  paused: <IconClock size={24} />,
};

function detailOf(reason: UnmetReason): string | undefined {
  switch (reason.type) {
    case 'time':
      return 'A página muda sozinha na hora.';
    case 'invites':
      return 'Conta cada pessoa que aceitar seu convite e se cadastrar.';
    case 'paused':
      return 'Os produtos ficam à vista. A página muda sozinha quando as compras voltarem.';
    case 'key':
      return 'Digite a chave ou abra o link que você recebeu.';
    case 'expired':
      return `Terminou ${formatDay(reason.endedAt)}`;
    case 'campaign':
      return undefined;
  }
}

/** Everything that still keeps a person from buying here, each with what can be done about it. */
export function Needs({ campaign, state }: KnownCampaign) {
  const linkTo = useLinkTo();
  const remedyOf = useReasonRemedy();
  const { reasons } = state;
  const code = ownOrderOf(campaign);
  if (lookNow(state) === 'completed' && code) {
    return (
      <Section title="Você já comprou aqui">
        <Card pad={false}>
          <RowList>
            <ListRow
              icon={icons.campaign}
              title="Seu pedido foi entregue"
              detail="Ver pedido"
              link={linkTo('app.ordersDetails', { orderCode: code })}
            />
          </RowList>
        </Card>
      </Section>
    );
  }
  if (reasons.length === 0) return null;
  // The first one that something can be done about is the screen's one primary action.
  const remedies = reasons.map((reason) => ({ reason, remedy: remedyOf(reason) }));
  const main = remedies.find(({ remedy }) => remedy !== null);
  const awaited = awaitedOf(reasons);
  const isPaused = lookNow(state) === 'paused';
  return (
    <Section title={titles[lookNow(state)]}>
      <Stack>
        <Card pad={false}>
          <RowList divided label={titles[lookNow(state)]}>
            {remedies.map(({ reason, remedy }, index) => (
              <ListRow
                key={index}
                icon={icons[reason.type]}
                title={reasonText(reason, campaign)}
                detail={detailOf(reason) ?? (remedy && remedy !== main?.remedy ? remedy.label : undefined)}
                {...(remedy && remedy !== main?.remedy ? { link: remedy.link } : {})}
              />
            ))}
          </RowList>
        </Card>
        {main?.remedy ? (
          <div className={styles.remedy}>
            <Button link={main.remedy.link}>{main.remedy.label}</Button>
          </div>
        ) : null}
        {awaited ? (
          <div className={styles.remedy}>
            <AlertOffer
              campaign={campaign.id}
              when={awaited}
              point={null}
              isPaused={isPaused}
              kind={main?.remedy || isPaused ? 'soft' : 'primary'}
            />
          </div>
        ) : null}
      </Stack>
    </Section>
  );
}

const titles = {
  ok: 'Antes de comprar',
  scheduled: 'Ainda não abriu',
  blocked: 'Para abrir esta campanha',
  paused: 'Compras pausadas por enquanto',
  completed: 'Você já comprou aqui',
  expired: 'Esta campanha terminou',
} as const;
