import { AppScreen } from '#client/app-screen.tsx';
import { useDialog } from '#client/dialogs/dialog.ts';
import { bundled, wordedBy } from '#client/dialogs/words.ts';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { PlaceMap } from '#client/shop/place/map/place-map.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import { formatAddressLine } from '#domain/place/address.ts';
import { IconCurrentLocation } from '@tabler/icons-react';
import { accuracyText, townLine } from './address-words.ts';

const problems = {
  denied:
    'Este aparelho não deixou a loja ver onde você está. Dá para permitir nos ajustes do navegador e tentar de novo, ou seguir sem isso.',
  timedOut: 'O aparelho não achou onde você está. Perto de uma janela costuma funcionar.',
  abroad: 'O aparelho diz que você está fora do Brasil, e só entregamos aqui.',
} as const;

/** Why the place is asked for, before the device asks; then whether it is there. */
export function GeolocationMapScreen() {
  const flow = useFlow('address');
  const linkTo = useLinkTo();
  const address = useFlowState('address', (s) => s.context.address);
  const located = useFlowState('address', (s) => s.context.located);
  const isLocating = useFlowState('address', (s) => s.matches({ geolocation: 'locating' }));
  const isFound = useFlowState('address', (s) => s.matches({ geolocation: 'found' }));
  const isRough = useFlowState('address', (s) => s.matches({ geolocation: 'rough' }));
  const problem = useFlowState('address', (s) =>
    (['denied', 'timedOut', 'abroad'] as const).find((state) => s.matches({ geolocation: state })),
  );
  const { own } = useDialog('location', true);
  const { title, text, buttons } = wordedBy(own, bundled.location);
  if (!address) return null;
  const again = () => flow.send({ type: 'gps.requested' });
  const adjust = () => flow.send({ type: 'pin.requested' });
  return (
    <AppScreen width="narrow" cart={false} back={linkTo('address.number')}>
      <Stack gap={4} gutter>
        <ScreenHeading>{isFound ? 'É aqui?' : title}</ScreenHeading>
        <AddressCard
          title={formatAddressLine({ address: address.address, streetNumber: address.streetNumber })}
          detail={townLine(address)}
          action={
            <TextLink link={linkTo('address.location')} label="Trocar o CEP">
              Trocar
            </TextLink>
          }
        />
        {problem ? <RefusalNote text={problems[problem]} /> : null}
        {isRough && located ? (
          <RefusalNote
            text={`O aparelho sabe onde você está só com ${accuracyText(located.accuracy)} de folga. Ajuste o ponto ou tente de novo.`}
          />
        ) : null}
        {isFound && located ? (
          <Text tone="soft">
            {`O aparelho achou você, com ${accuracyText(located.accuracy)} de folga. Se você está na porta deste endereço, confirme.`}
          </Text>
        ) : (
          <Text tone="soft">{text} Usamos só este ponto, e só para entregar.</Text>
        )}
        {located ? (
          <PlaceMap
            label="Mapa de onde o aparelho diz que você está"
            things={{ here: located, accuracy: located.accuracy }}
          />
        ) : null}
        {isFound ? (
          <>
            <Button onClick={() => flow.send({ type: 'point.confirmed' })}>Confirmar local</Button>
            <Button kind="soft" onClick={adjust}>
              Ajustar o ponto
            </Button>
          </>
        ) : isRough ? (
          <>
            <Button onClick={adjust}>Ajustar o ponto</Button>
            <Button kind="soft" onClick={again}>
              Tentar de novo
            </Button>
          </>
        ) : (
          <Button busy={isLocating} icon={<IconCurrentLocation size={22} />} onClick={again}>
            {problem ? 'Tentar de novo' : buttons['gps.requested']}
          </Button>
        )}
        <Button kind="ghost" onClick={() => flow.send({ type: 'geolocation.declined' })}>
          {problem ? 'Seguir sem localização' : buttons['geolocation.declined']}
        </Button>
      </Stack>
    </AppScreen>
  );
}
