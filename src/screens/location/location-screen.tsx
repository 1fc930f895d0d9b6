import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState, useRefusedAnswer } from '#client/flow-hooks.ts';
import { Button } from '#components/form/button.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { answerError } from '#domain/form-errors.ts';
import { IconBuilding, IconCurrentLocation, IconHome, IconMapPin, IconPlus } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { type KnownAddress, knownAddresses } from './address-words.ts';

const icons = {
  HOME: <IconHome size={24} />,
  WORK: <IconBuilding size={24} />,
  OTHER: <IconMapPin size={24} />,
};

/** Where to deliver: one of one's own addresses, where one is, or a postal code. */
export function LocationScreen() {
  const flow = useFlow('address');
  const addresses = useFlowState('address', (s) => s.context.addresses);
  const current = useFlowState('address', (s) => s.context.address);
  const isDenied = useFlowState('address', (s) => s.context.denied);
  const isLocating = useFlowState('address', (s) => s.matches({ location: 'locating' }));
  const known = useMemo(() => knownAddresses(addresses, current), [addresses, current]);
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
  const [chosen, setChosen] = useState(() => known.find(({ isCurrent }) => isCurrent)?.id ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = known.find(({ id }) => id === chosen)?.address;
    if (address) flow.send({ type: 'address.chosen', address });
  };
  return (
    <Stack gap={4} as="form" onSubmit={submit}>
      <div>
        <ChoiceGroup legend="Seus endereços" legendHidden>
          {known.map(({ id, title, detail, kind }) => (
            <ChoiceRow
              key={id}
              name="address"
              value={id}
              checked={id === chosen}
              onChoose={setChosen}
              title={title}
              detail={detail}
              end={icons[kind]}
            />
          ))}
        </ChoiceGroup>
        {children}
      </div>
      <SubmitButton reason={chosen === null ? 'Escolha um endereço acima.' : null}>
        Usar este endereço
      </SubmitButton>
    </Stack>
  );
}

function PostalCode({ children }: { children: ReactNode }) {
  const flow = useFlow('address');
  const isInvalid = useFlowState('address', (s) => s.matches({ location: 'invalid' }));
  const isBusy = useFlowState('address', (s) => s.matches({ location: 'lookingUp' }));
  useRefusedAnswer('address');
  const [cep, setCep] = useState('');
  const change = (digits: string) => {
    setCep(digits);
    flow.send({ type: 'answer.edited' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    flow.send({ type: 'postalCode.submitted', postalCode: cep });
  };
  return (
    <Stack gap={4} as="form" onSubmit={submit}>
      <Text tone="soft">Com o CEP mostramos o que chega até você, em que dia e por quanto.</Text>
      <MaskedField
        mask="cep"
        label="CEP"
        name="postalCode"
        value={cep}
        onChange={change}
        error={isInvalid ? answerError('postalCode', cep) : undefined}
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
