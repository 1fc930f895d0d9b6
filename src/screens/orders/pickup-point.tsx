import { useNow } from '#client/hooks.ts';
import { closedDays, openText } from '#client/shop/place/open-words.ts';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import { CopyButton } from '#components/form/copy-button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Pickup } from '#contract/order/after-purchase.ts';
import type { Hub } from '#contract/place.ts';
import { hoursText } from '#domain/place/hours.ts';
import { IconClock, IconRoute } from '@tabler/icons-react';
import { keptUntil } from './pickup-words.ts';

/** Opens the maps of the device. Source: RFC 5870; `q` names the pin where the program takes it. */
const routeTo = ({ latitude, longitude, name }: Hub) => ({
  href: `geo:${latitude},${longitude}?q=${latitude},${longitude}(${encodeURIComponent(name)})`,
});

/** Where an order is fetched: address, today's hours, days on which it is closed, and until when it is kept. */
export function PickupPoint({ pickup }: { pickup: Pickup }) {
  const now = useNow(60_000);
  const { point, place } = pickup;
  if (!point)
    return (
      <Card as="section">
        <Text>{place ?? 'O ponto de retirada está nos detalhes do pedido.'}</Text>
      </Card>
    );
  const { isOpen, text } = openText(point, now);
  const closed = closedDays(point, now);
  const kept = keptUntil(pickup, now);
  return (
    <Card as="section" labelledBy="pickup-point">
      <Stack gap={3}>
        <Stack gap={1}>
          <Text as="h2" id="pickup-point" size={18} weight={600}>
            {point.name}
          </Text>
          <Text tone="soft">{point.address}</Text>
        </Stack>
        <Row between align="center">
          <Text weight={600}>Hoje</Text>
          <Text tone={isOpen ? 'ok' : 'soft'} weight={600}>
            {isOpen ? `aberto · ${text}` : text}
          </Text>
        </Row>
        {hoursText(point.hours) ? (
          <Text size={15} tone="soft">
            {hoursText(point.hours)}
          </Text>
        ) : null}
        {closed.length > 0 ? (
          <Text size={15} tone="soft">
            Fechado no feriado: {closed.join('; ')}
          </Text>
        ) : null}
        {point.pickup.instructions ? <Text size={15}>{point.pickup.instructions}</Text> : null}
        {kept ? (
          <Chip tone={kept.isLate ? 'bad' : 'warn'} icon={<IconClock size={16} />}>
            {kept.text}
          </Chip>
        ) : null}
        <Button kind="soft" icon={<IconRoute size={22} />} link={routeTo(point)}>
          Como chegar
        </Button>
        <CopyButton kind="quiet" text={`${point.name}, ${point.address}`} copiedText="Endereço copiado">
          Copiar endereço
        </CopyButton>
      </Stack>
    </Card>
  );
}
