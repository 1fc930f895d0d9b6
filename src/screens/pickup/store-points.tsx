import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { itemPauseText } from '#client/shop/campaign/pause-words.ts';
import { closedDays, openText } from '#client/shop/place/open-words.ts';
import type { PickupStoreView } from '#client/shop/place/pickup-store.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { formatMoment, instantOf } from '#domain/dates.ts';
import { hoursText } from '#domain/place/hours.ts';
import { distanceKm, formatKm } from '#domain/place/location.ts';
import type { StorePoint } from '#machines/address/pickup-store.machine.ts';
import { IconClock, IconClockOff } from '@tabler/icons-react';

/** The points to fetch at, one to be chosen; or why there is none, and the way on. */
export function StorePoints({ campaign, state, send, chosen }: PickupStoreView & { campaign: Campaign }) {
  const linkTo = useLinkTo();
  const { points, near } = state.context;
  if (state.hasTag('busy'))
    return (
      <Stack gap={3} gutter>
        <ScreenHeading hidden>Onde retirar</ScreenHeading>
        <Waiting text="Buscando os pontos de retirada">
          <CardSkeleton height="320px" />
        </Waiting>
      </Stack>
    );
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <Unreachable
        what="os pontos de retirada"
        problem={state.hasTag('offline') ? 'offline' : 'failed'}
        onRetry={() => send({ type: 'load.retried' })}
      />
    );
  if (state.hasTag('empty'))
    return (
      <EmptyState
        heading
        drawing="place"
        title="Só com entrega"
        text="Esta campanha não tem ponto de retirada."
        action={
          <Button link={linkTo('app.campaignDeliveryArea', {}, { campaign: campaign.slug })}>
            Ver onde entregamos
          </Button>
        }
      />
    );
  return (
    <>
      <Stack gap={4} gutter>
        <Stack gap={1}>
          <ScreenHeading>
            {points.length === 1 ? '1 ponto de retirada' : `${points.length} pontos de retirada`}
          </ScreenHeading>
          <Text tone="soft">{campaign.name}</Text>
        </Stack>
        <Card as="section" pad={false}>
          <ChoiceGroup legend="Onde retirar" legendHidden>
            {points.map((point) => (
              <ChoiceRow
                key={point.hub.id}
                name="point"
                value={point.hub.id}
                checked={point.hub.id === state.context.chosen}
                onChoose={(id) => send({ type: 'point.chosen', id })}
                title={point.hub.name}
                end={near ? formatKm(distanceKm(near, point.hub)) : undefined}
                detail={<Detail {...point} />}
              />
            ))}
          </ChoiceGroup>
        </Card>
        <Text size={15} tone="soft">
          Aguarde nossa mensagem antes de ir: ela chega quando o pedido estiver pronto.
        </Text>
        <TextLink link={linkTo('app.map')} arrow>
          Ver tudo o que há perto
        </TextLink>
      </Stack>
      <Take campaign={campaign} state={state} send={send} chosen={chosen} />
    </>
  );
}

/** Address, today's hours, holidays soon to come, and when an order of now would be ready. */
function Detail({ hub, option }: StorePoint) {
  const now = useNow(60_000);
  const { isOpen, text } = openText(hub, now);
  const closed = closedDays(hub, now);
  const ready = option?.readyAt === undefined ? null : instantOf(option.readyAt);
  return (
    <Stack gap={1} as="span">
      <span>{hub.address}</span>
      <span>
        <Chip
          tone={isOpen ? 'ok' : 'off'}
          icon={isOpen ? <IconClock size={16} /> : <IconClockOff size={16} />}
        >
          {isOpen ? `Aberto hoje, ${text}` : text.replace(/^./, (first) => first.toUpperCase())}
        </Chip>
      </span>
      <span>{hoursText(hub.hours)}</span>
      {closed.length > 0 ? <span>Fechado no feriado: {closed.join('; ')}</span> : null}
      {hub.paused ? (
        <span>{itemPauseText(hub.paused)}</span>
      ) : ready === null ? null : (
        <span>Pedido de agora: pronto a partir de {formatMoment(ready)}</span>
      )}
    </Stack>
  );
}

function Take({ campaign, state, send, chosen }: PickupStoreView & { campaign: Campaign }) {
  const linkTo = useLinkTo();
  if (state.context.cart === null)
    return (
      <ActionBar reason={<Text size={15}>O ponto se escolhe com algo no carrinho.</Text>}>
        <Button link={linkTo('app.catalog', { campaign: campaign.slug })}>Ver produtos</Button>
      </ActionBar>
    );
  if (!chosen)
    return (
      <ActionBar>
        <Button kind="soft" disabled>
          Escolha um ponto acima
        </Button>
      </ActionBar>
    );
  if (!chosen.option)
    return (
      <ActionBar reason={<Text size={15}>O que está no seu carrinho não pode ser retirado aqui agora.</Text>}>
        <Button kind="soft" link={linkTo('app.cart')}>
          Ver carrinho
        </Button>
      </ActionBar>
    );
  return (
    <ActionBar>
      <Button onClick={() => send({ type: 'point.taken' })}>Retirar em {chosen.hub.name}</Button>
    </ActionBar>
  );
}
