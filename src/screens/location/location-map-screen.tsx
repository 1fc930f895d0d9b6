import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { PlaceMap } from '#client/shop/place/map/place-map.tsx';
import { Button } from '#components/form/button.tsx';
import { Segmented } from '#components/form/segmented.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import { PinPad } from '#components/place/pin-pad.tsx';
import { formatAddressLine } from '#domain/place/address.ts';
import { wayFrom } from '#domain/place/pin.ts';
import { placedAt } from '#domain/place/point.ts';
import { useState } from 'react';
import { townLine, wayText } from './address-words.ts';

const steps = [
  { value: '10', label: '10 m' },
  { value: '50', label: '50 m' },
  { value: '250', label: '250 m' },
] as const;
type Metres = (typeof steps)[number]['value'];

/** The point of an address, moved by keys or buttons; what the address says stays as it is. */
export function LocationMapScreen() {
  const flow = useFlow('address');
  const linkTo = useLinkTo();
  const address = useFlowState('address', (s) => s.context.address);
  const pin = useFlowState('address', (s) => s.context.pin);
  const [metres, setMetres] = useState<Metres>('10');
  const start = placedAt(address);
  if (!address || !start || !pin) return null;
  const way = wayFrom(start, pin);
  const isMoved = way.north !== 0 || way.east !== 0;
  return (
    <AppScreen width="narrow" cart={false} back={linkTo('address.number')}>
      <Stack gap={4} gutter>
        <ScreenHeading>Onde fica a porta?</ScreenHeading>
        <AddressCard
          title={formatAddressLine({ address: address.address, streetNumber: address.streetNumber })}
          detail={townLine(address)}
        />
        <Text tone="soft">
          Leve o ponto até a entrada: arraste no mapa, ou use os botões ou as setas do teclado. O endereço
          escrito não muda.
        </Text>
        <PlaceMap
          label="Mapa do ponto, com círculos a 100 e a 500 metros do começo"
          things={{ start, pin }}
          onDrop={(at) => flow.send({ type: 'pin.dropped', at })}
        />
        <Card as="section">
          <Stack gap={3}>
            <Segmented label="Cada passo" options={steps} value={metres} onChange={setMetres} />
            <PinPad
              metres={Number(metres)}
              way={way}
              says={wayText(way)}
              onMove={(direction) => flow.send({ type: 'pin.moved', direction, metres: Number(metres) })}
            />
            {isMoved ? (
              <TextLink onClick={() => flow.send({ type: 'pin.reset' })}>Voltar o ponto ao começo</TextLink>
            ) : null}
          </Stack>
        </Card>
        <Button onClick={() => flow.send({ type: 'pin.confirmed' })}>Confirmar local</Button>
      </Stack>
    </AppScreen>
  );
}
