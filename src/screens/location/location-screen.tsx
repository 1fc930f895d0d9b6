import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { useTenant } from '#client/hooks.ts';
import { useAddressBook, useOwnAddresses } from '#client/shop/place/address-book.ts';
import { Button } from '#components/form/button.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { PostalCodeAnswer } from '#domain/answers.ts';
import { addressFields } from '#domain/place/address-form.ts';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import * as v from 'valibot';
import { AddressOptions } from './address-options.tsx';
import { addressTitle, knownAddresses } from './address-words.ts';
import { OwnAddresses } from './own-addresses.tsx';

const Code = v.object({ postalCode: PostalCodeAnswer });
const outcomes = {
  removed: 'foi excluído da sua conta.',
  preferred: 'é o seu endereço de sempre.',
  gone: 'não está mais na sua conta.',
} as const;

/** Where to deliver: one of one's own addresses, where one is, or a postal code. */
export function LocationScreen() {
  const flow = useFlow('address');
  const addresses = useOwnAddresses();
  const inUse = useFlowState('address', (s) => s.context.location);
  // One that is being completed can be chosen as well; one that is being changed stands in the account.
  const current = useFlowState('address', ({ context }) =>
    context.editing ? context.location : context.address,
  );
  const isDenied = useFlowState('address', (s) => s.context.denied);
  const isLocating = useFlowState('address', (s) => s.matches({ location: 'locating' }));
  const { addressForm } = useTenant();
  const known = useMemo(
    () => knownAddresses(addresses, current, addressFields(addressForm)),
    [addresses, current, addressForm],
  );
  const book = useAddressBook(known.length > 0);
  const { told, subject } = book.state.context;
  // The button that was pressed is gone with its address.
  useEffect(() => {
    if (told === 'removed') document.querySelector<HTMLElement>('[data-screen-heading]')?.focus();
  }, [told, subject]);
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
        {told && subject ? (
          <RefusalNote tone="info" text={`${addressTitle(subject)} ${outcomes[told]}`} />
        ) : null}
        {book.state.matches('adding') ? (
          <PostalCode>{locate}</PostalCode>
        ) : (
          <OwnAddresses known={known} {...book}>
            {locate}
          </OwnAddresses>
        )}
        {book.state.matches('adding') && known.length > 0 ? (
          <Button kind="ghost" onClick={() => book.send({ type: 'addition.left' })}>
            Ver meus endereços
          </Button>
        ) : null}
      </Stack>
      <AddressOptions
        {...book}
        inUse={inUse}
        onEdit={(address) => flow.send({ type: 'edit.requested', address })}
      />
    </AppScreen>
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
