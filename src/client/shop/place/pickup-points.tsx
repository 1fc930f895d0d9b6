import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { hoursText } from '#domain/place/hours.ts';
import { distanceKm, formatKm } from '#domain/place/location.ts';
import { IconBuildingStore, IconTruckDelivery } from '@tabler/icons-react';
import { useNoAnswer } from '#client/no-answer.ts';
import { itemPauseText } from '../campaign/pause-words.ts';
import { usePickupPoints } from './pickup-places.ts';
import { PickupPointsSkeleton } from './pickup-points-skeleton.tsx';

/** Where a campaign's things can be fetched: address and opening hours, the nearest first. */
export const PickupPoints = ({ campaign }: { campaign: string }) => (
  <PickupPointRows {...usePickupPoints(campaign)} />
);

/** The same, of points that are known. */
export function PickupPointRows({ state, send }: ReturnType<typeof usePickupPoints>) {
  const noAnswer = useNoAnswer();
  const { near } = state.context;
  if (state.hasTag('busy')) return <PickupPointsSkeleton />;
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <RowList label="Retirada">
        <ListRow
          icon={<IconBuildingStore size={24} />}
          title="Os pontos de retirada não chegaram"
          detail={
            state.hasTag('offline')
              ? noAnswer.when('Você está sem internet.', 'A loja não respondeu.')
              : 'Foi um problema nosso.'
          }
          end={<TextLink onClick={() => send({ type: 'load.retried' })}>Tentar de novo</TextLink>}
          height={72}
        />
      </RowList>
    );
  if (state.hasTag('empty'))
    return (
      <RowList label="Retirada">
        <ListRow
          icon={<IconTruckDelivery size={24} />}
          title="Só com entrega"
          detail="Esta campanha não tem ponto de retirada."
          height={72}
        />
      </RowList>
    );
  return (
    <RowList divided label="Retirada">
      {state.context.points.map((point) => (
        <ListRow
          key={point.id}
          icon={<IconBuildingStore size={24} />}
          title={point.name}
          detail={point.address}
          note={
            <Text as="span" size={13} tone="quiet">
              {[
                point.paused ? itemPauseText(point.paused) : null,
                near ? `a ${formatKm(distanceKm(near, point))}` : null,
                hoursText(point.hours),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          }
          height={72}
        />
      ))}
    </RowList>
  );
}
