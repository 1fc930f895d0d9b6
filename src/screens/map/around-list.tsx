import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import type { AroundView } from '#client/shop/place/around.ts';
import { openText } from '#client/shop/place/open-words.ts';
import { PlaceMap } from '#client/shop/place/map/place-map.tsx';
import { PlaceRow } from '#client/shop/place/place-row.tsx';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatKm } from '#domain/place/location.ts';
import type { AroundPoint, AroundStore } from '#machines/address/around.machine.ts';
import { IconBuildingStore, IconPackage } from '@tabler/icons-react';

export const AroundWaiting = () => (
  <Stack gap={3} gutter>
    <ScreenHeading hidden>Perto de você</ScreenHeading>
    <Waiting text="Buscando o que há perto de você">
      <CardSkeleton height="320px" />
    </Waiting>
  </Stack>
);

/** Stores and pickup points with their distance; each leads to what can be had there. */
export function AroundList({ state, send, chosen, choose, points, stores }: AroundView) {
  const linkTo = useLinkTo();
  if (state.hasTag('busy')) return <AroundWaiting />;
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <Unreachable
        what="o que há perto de você"
        problem={state.hasTag('offline') ? 'offline' : 'failed'}
        onRetry={() => send({ type: 'load.retried' })}
      />
    );
  if (state.hasTag('empty'))
    return (
      <EmptyState
        heading
        drawing="place"
        title="Nada por perto"
        text="Não há loja nem ponto de retirada para mostrar agora."
        action={<Button link={linkTo('app.newHome')}>Ver as campanhas</Button>}
      />
    );
  return (
    <>
      <Stack gap={3} gutter>
        <ScreenHeading>O que há perto de você</ScreenHeading>
        <Card pad={false}>
          <PlaceRow />
        </Card>
        <PlaceMap
          label="Mapa do que há perto de você"
          things={{
            here: state.context.near,
            points: points.map(({ name, hub: { latitude, longitude } }) => ({ name, latitude, longitude })),
          }}
        />
      </Stack>
      {points.length > 0 ? (
        <Section title="Onde retirar">
          <Card pad={false}>
            <RowList divided label="Pontos de retirada">
              {points.map((point) => (
                <Point key={point.id} {...point} />
              ))}
            </RowList>
          </Card>
        </Section>
      ) : chosen === null ? null : (
        <Section title="Onde retirar">
          <Stack gutter>
            <Text tone="soft">Nenhum ponto de retirada desta loja agora.</Text>
          </Stack>
        </Section>
      )}
      {stores.length > 0 ? (
        <Section title={stores.length === 1 ? 'A loja' : 'Lojas'}>
          <Card pad={false}>
            <RowList divided label="Lojas">
              {stores.map((store) => (
                <Store
                  key={store.id}
                  {...store}
                  isOnly={stores.length === 1}
                  isChosen={store.id === chosen}
                  choose={choose}
                />
              ))}
            </RowList>
          </Card>
        </Section>
      ) : null}
    </>
  );
}

const Small = ({ children }: { children: string }) => (
  <Text as="span" size={13} tone="quiet">
    {children}
  </Text>
);

interface Looks {
  /** there is no other */
  isOnly: boolean;
  isChosen: boolean;
  choose: AroundView['choose'];
}
/** A store leads to its campaigns alone, where there are others. */
function Store({ id, name, partnerName, km, isOnly, isChosen, choose }: AroundStore & Looks) {
  const linkTo = useLinkTo();
  const to = linkTo('app.newHome');
  const link: typeof to = isOnly
    ? to
    : {
        href: to.href,
        onClick: (click) => {
          choose(id);
          to.onClick?.(click);
        },
      };
  return (
    <ListRow
      icon={<IconBuildingStore size={24} />}
      title={name}
      detail={partnerName === name ? undefined : partnerName}
      note={
        <>
          {km === null ? null : <Small>{isOnly ? `a ${formatKm(km)}` : `a ${formatKm(km)} · `}</Small>}
          {isOnly ? null : (
            <Text as="span" size={13} tone="brand">
              {isChosen ? 'Loja escolhida' : 'Escolher loja'}
            </Text>
          )}
        </>
      }
      link={link}
      aria-current={isChosen ? 'true' : undefined}
      height={72}
    />
  );
}

/** A point of several campaigns asks which one. */
function Point({ name, hub, km, campaigns }: AroundPoint) {
  const linkTo = useLinkTo();
  const { text } = openText(hub, useNow(60_000));
  const only = campaigns.length === 1 ? campaigns[0] : undefined;
  return (
    <ListRow
      icon={<IconPackage size={24} />}
      title={name}
      detail={hub.address}
      note={
        <Small>
          {[km === null ? null : `a ${formatKm(km)}`, text, campaigns.map((each) => each.name).join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </Small>
      }
      link={linkTo('app.pickupStore', {}, only ? { campaign: only.slug } : {})}
      height={72}
    />
  );
}
