import { AppScreen } from '#client/app-screen.tsx';
import { useDialog } from '#client/dialogs/dialog.ts';
import { useAddressForm } from '#client/forms/address-form.ts';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { useLinkTo } from '#client/links.ts';
import { AddressCard } from '#components/place/address-card.tsx';
import { AddressFields } from '#components/place/address-fields.tsx';
import { AddressNumberFields } from '#components/place/address-number-fields.tsx';
import { Button } from '#components/form/button.tsx';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { type AddressValues, addressOf } from '#domain/place/address-form.ts';
import { placedAt } from '#domain/place/point.ts';
import * as v from 'valibot';

/** The number alone. What the postal code told stands above and can be opened. */
export function AddressNumberScreen() {
  const flow = useFlow('address');
  const linkTo = useLinkTo();
  const address = useFlowState('address', (s) => s.context.address);
  const locked = useFlowState('address', (s) => s.context.locked);
  const isKnown = useFlowState('address', (s) => s.context.known);
  // What the server refused is mended, or used as it is.
  const canUse = useFlowState('address', (s) => s.can({ type: 'address.kept' }));
  const problem = useFlowState('address', (s) => s.context.problem);
  const isEditing = useFlowState('address', (s) => s.context.editing !== null);
  const { asked, schema, given } = useAddressForm(address, true);
  const form = useForm<AddressValues, unknown>({
    schema,
    initial: () => given,
    kept: given,
    problem,
    onChange: (patch) => flow.send({ type: 'address.changed', patch: addressOf(patch) }),
    onSubmit: () => flow.send({ type: 'address.submitted' }),
    // What the postal code told is wrong: it is opened, or nobody could mend it.
    onRefused: (fields) => {
      if (locked.some((part) => fields.includes(part))) flow.send({ type: 'fields.unlocked' });
    },
  });
  // What the map does not know is asked of the device next.
  useDialog(placedAt(address) === null ? 'location' : null);
  if (!address) return null;

  const isWhole = locked.length === 4;
  return (
    <AppScreen width="narrow" cart={false} back={linkTo('address.location')}>
      <Stack gap={4} gutter as="form" {...form.props}>
        <ScreenHeading>
          {isEditing ? 'Editar endereço' : isWhole ? 'Qual é o número?' : 'Complete o endereço'}
        </ScreenHeading>
        {problem && !canUse ? (
          <RefusalNote text="Não conseguimos procurar o CEP agora. Preencha o endereço e siga." />
        ) : isKnown ? null : (
          <RefusalNote
            text="Não encontramos esse CEP. Confira ou preencha o endereço."
            remedy={{ label: 'Trocar CEP', link: linkTo('address.location') }}
          />
        )}
        <FormErrorSummary {...form.summary} />
        {isWhole ? (
          <AddressCard
            title={address.address}
            detail={`${address.neighborhood}, ${address.city} – ${address.administrativeArea}, ${address.postalCode}`}
            action={
              <TextLink onClick={() => flow.send({ type: 'fields.unlocked' })} label="Corrigir o endereço">
                Corrigir
              </TextLink>
            }
          />
        ) : (
          <AddressFields
            form={form}
            fields={asked.fields}
            locked={locked}
            onUnlock={() => flow.send({ type: 'fields.unlocked' })}
          />
        )}
        <AddressNumberFields form={form} fields={asked.fields} autoFocus={isWhole} />
        <SubmitButton>{v.is(schema, form.values) ? 'Continuar' : asked.submit.waitingText}</SubmitButton>
        {canUse ? (
          <Button kind="soft" onClick={() => flow.send({ type: 'address.kept' })}>
            Usar neste pedido sem salvar
          </Button>
        ) : null}
      </Stack>
    </AppScreen>
  );
}
