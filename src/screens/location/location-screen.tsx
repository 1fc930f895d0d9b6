import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { useTenant } from '#client/hooks.ts';
import { Button } from '#components/form/button.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { PostalCodeAnswer } from '#domain/answers.ts';
import { addressFields } from '#domain/place/address-form.ts';
import { IconBuilding, IconCurrentLocation, IconHome, IconMapPin, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import * as v from 'valibot';
import { type KnownAddress, knownAddresses } from './address-words.ts';

const icons = {
  HOME: <IconHome size={24} />,
  WORK: <IconBuilding size={24} />,
  OTHER: <IconMapPin size={24} />,
};

const CHOOSE = 'Escolha um endereço acima.';
const Choice = v.object({ address: v.pipe(v.string(), v.nonEmpty(CHOOSE)) });
const Code = v.object({ postalCode: PostalCodeAnswer });

/** Where to deliver: one of one's own addresses, where one is, or a postal code. */
export function LocationScreen() {
  const flow = useFlow('address');
  const addresses = useFlowState('address', (s) => s.context.addresses);
  const current = useFlowState('address', (s) => s.context.address);
  const isDenied = useFlowState('address', (s) => s.context.denied);
  const isLocating = useFlowState('address', (s) => s.matches({ location: 'locating' }));
  const { addressForm } = useTenant();
  const known = useMemo(
    () => knownAddresses(addresses, current, addressFields(addressForm)),
    [addresses, current, addressForm],
  );
  const [isAdding, setAdding] = useState(known.length === 0);
  const locate = (
    <ListRow
      tone="brand"
      icon={<IconCurrentLocation size={24} />}
      title={isLocating ? 'Procurando onde você está' : 'Usar minha localização'}
      onClick={() => flow.send({ type: 'gps.requested' })}
    />
  );
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={4} gutter>
        <ScreenHeading>Onde você quer receber?</ScreenHeading>
        {isDenied ? (
          <RefusalNote text="Seu aparelho não informou a localização. Diga o CEP, funciona igual." />
        ) : null}
        {isAdding ? (
          <PostalCode>{locate}</PostalCode>
        ) : (
          <Known known={known}>
            {locate}
            <ListRow
              tone="brand"
              icon={<IconPlus size={24} />}
              title="Adicionar endereço"
              onClick={() => setAdding(true)}
            />
          </Known>
        )}
        {isAdding && known.length > 0 ? (
          <Button kind="ghost" onClick={() => setAdding(false)}>
            Ver meus endereços
          </Button>
        ) : null}
      </Stack>
    </AppScreen>
  );
}

function Known({ known, children }: { known: KnownAddress[]; children: ReactNode }) {
  const flow = useFlow('address');
  const form = useForm({
    schema: Choice,
    initial: () => ({ address: known.find(({ isCurrent }) => isCurrent)?.id ?? '' }),
    onSubmit: ({ address: chosen }) => {
      const address = known.find(({ id }) => id === chosen)?.address;
      if (address) flow.send({ type: 'address.chosen', address });
    },
  });
  const { name, value: chosen, onChange: choose } = form.field('address');
  return (
    <Stack gap={4} as="form" {...form.props}>
      <div>
        <ChoiceGroup legend="Seus endereços" legendHidden>
          {known.map(({ id, title, detail, kind }) => (
            <ChoiceRow
              key={id}
              name={name}
              value={id}
              checked={id === chosen}
              onChoose={choose}
              title={title}
              detail={detail}
              end={icons[kind]}
            />
          ))}
        </ChoiceGroup>
        {children}
      </div>
      <SubmitButton reason={chosen ? null : CHOOSE}>Usar este endereço</SubmitButton>
    </Stack>
  );
}

function PostalCode({ children }: { children: ReactNode }) {
  const flow = useFlow('address');
  const isBusy = useFlowState('address', (s) => s.matches({ location: 'lookingUp' }));
  const form = useForm({
    schema: Code,
    initial: () => ({ postalCode: '' }),
    draft: 'location',
    onSubmit: ({ postalCode }) => flow.send({ type: 'postalCode.submitted', postalCode }),
  });
  return (
    <Stack gap={4} as="form" {...form.props}>
      <Text tone="soft">Com o CEP mostramos o que chega até você, em que dia e por quanto.</Text>
      <MaskedField
        mask="cep"
        label="CEP"
        {...form.field('postalCode')}
        required
        big
        autoFocus
        enterKeyHint="go"
      />
      <SubmitButton busy={isBusy} busyText="Procurando">
        Continuar
      </SubmitButton>
      {children}
    </Stack>
  );
}
