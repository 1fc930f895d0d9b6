import { AppScreen } from '#client/app-screen.tsx';
import { useAddressForm } from '#client/forms/address-form.ts';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { textOf } from '#components/form/fields-of.ts';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { AddedFields } from '#components/place/added-fields.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import { AddressMoreFields } from '#components/place/address-more-fields.tsx';
import { formatAddressLine } from '#domain/place/address.ts';
import { type AddressValues, addressOf } from '#domain/place/address-form.ts';
import { placedAt } from '#domain/place/point.ts';
import { IconMapPinCog } from '@tabler/icons-react';
import * as v from 'valibot';
import { wholeText } from './address-words.ts';

/** What helps whoever comes to the place, and what it is called; then the address is kept. */
export function LocationSimpleDetailsScreen() {
  const flow = useFlow('address');
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const address = useFlowState('address', (s) => s.context.address);
  const isClient = useFlowState('address', (s) => s.context.isClient);
  const problem = useFlowState('address', (s) => s.context.problem);
  const isSaving = useFlowState('address', (s) => s.matches('saving'));
  // What was not kept may be sent again as it is, or is refused and mended; either way it may be used.
  const isUnsaved = useFlowState('address', (s) => s.can({ type: 'load.retried' }));
  const canUse = useFlowState('address', (s) => s.can({ type: 'address.kept' }));
  const isOffline = useFlowState('address', (s) => s.hasTag('offline'));
  const isFull = problem?.code === 'ADDRESS_LIMIT';
  const theirs = useFlowState('address', (s) =>
    s.matches({ details: 'contested' }) ? s.context.editing : null,
  );
  const { asked, schema, given } = useAddressForm(address);
  const form = useForm<AddressValues, unknown>({
    schema,
    initial: () => given,
    kept: given,
    problem,
    onChange: (patch) => flow.send({ type: 'address.changed', patch: addressOf(patch) }),
    onSubmit: () => flow.send({ type: 'address.submitted' }),
  });
  if (!address) return null;
  const isPlaced = placedAt(address) !== null;
  return (
    <AppScreen width="narrow" cart={false} back={linkTo('address.number')}>
      <Stack gap={4} gutter as="form" {...form.props}>
        <ScreenHeading>Como chegar até você?</ScreenHeading>
        <AddressCard
          title={formatAddressLine({ address: address.address, streetNumber: address.streetNumber })}
          detail={`${address.neighborhood}, ${address.city} – ${address.administrativeArea}, ${address.postalCode}`}
          action={
            <TextLink link={linkTo('address.number')} label="Alterar o endereço">
              Alterar
            </TextLink>
          }
        />
        <ListRow
          tone="brand"
          icon={<IconMapPinCog size={24} />}
          title={isPlaced ? 'Ajustar no mapa' : 'Dizer onde fica no mapa'}
          link={linkTo(isPlaced ? 'address.pin' : 'address.geolocation')}
          flush
        />
        {asked.top ? <Text tone="soft">{asked.top}</Text> : null}
        {theirs ? (
          <RefusalNote
            text={`Este endereço mudou em outro aparelho enquanto você o editava. Lá ele está assim: ${wholeText(theirs)}. Salvar agora troca pelo que está nesta tela.`}
            remedy={{ label: 'Ficar com o de lá', onClick: () => flow.send({ type: 'theirs.chosen' }) }}
          />
        ) : null}
        <FormErrorSummary {...form.summary} />
        <AddressMoreFields form={form} fields={asked.fields} names={['complement', 'reference']} />
        <AddedFields form={form} asked={asked} />
        {isClient ? (
          <TextField
            label="Nome do endereço"
            {...textOf(form.field('alias'))}
            optional
            maxLength={40}
            placeholder="Casa, trabalho, casa da Bia"
            enterKeyHint="done"
          />
        ) : null}
        {asked.bottom ? (
          <Text size={15} tone="soft">
            {asked.bottom}
          </Text>
        ) : null}
        {isUnsaved ? (
          <>
            <RefusalNote
              text={
                isOffline
                  ? noAnswer.say(
                      'Guardamos o endereço na sua conta quando ela voltar.',
                      'Já tentamos de novo guardar o endereço na sua conta.',
                    )
                  : isFull
                    ? 'Sua conta já guarda 20 endereços, o máximo. Este serve para o pedido assim mesmo.'
                    : canUse
                      ? 'Não conseguimos guardar este endereço na sua conta. Ele serve para este pedido assim mesmo.'
                      : 'Não conseguimos guardar a mudança. Na sua conta, o endereço está como antes.'
              }
              remedy={
                isFull
                  ? { label: 'Ver meus endereços', link: linkTo('address.location') }
                  : { label: 'Tentar de novo', onClick: () => flow.send({ type: 'load.retried' }) }
              }
            />
            {canUse ? (
              <Button onClick={() => flow.send({ type: 'address.kept' })}>Usar neste pedido</Button>
            ) : (
              <Button kind="ghost" link={linkTo('address.location')}>
                Voltar sem salvar
              </Button>
            )}
          </>
        ) : (
          <>
            <SubmitButton busy={isSaving} busyText="Salvando">
              {v.is(schema, form.values) ? asked.submit.text : asked.submit.waitingText}
            </SubmitButton>
            {canUse ? (
              <Button kind="soft" onClick={() => flow.send({ type: 'address.kept' })}>
                Usar neste pedido sem salvar
              </Button>
            ) : null}
          </>
        )}
      </Stack>
    </AppScreen>
  );
}
