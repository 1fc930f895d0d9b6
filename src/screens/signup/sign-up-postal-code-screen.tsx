import { useAddressForm } from '#client/forms/address-form.ts';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { refusalText, useForm } from '#client/forms/form.ts';
import { AddedFields } from '#components/place/added-fields.tsx';
import { AddressFields } from '#components/place/address-fields.tsx';
import { AddressMoreFields } from '#components/place/address-more-fields.tsx';
import { AddressNumberFields } from '#components/place/address-number-fields.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { PostalCodeAnswer } from '#domain/answers.ts';
import { type AddressValues, addressOf, addressValues } from '#domain/place/address-form.ts';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { useState } from 'react';
import * as v from 'valibot';
import { ProofStep } from './proof-step.tsx';
import { SignUpStep } from './step.tsx';

const PostalCodeOnly = v.object({ postalCode: v.optional(PostalCodeAnswer, '') });

/**
 * The postal code, then what it did not tell; and the code that is asked for again when the sign-up took
 * longer than its proof.
 */
export function SignUpPostalCodeScreen() {
  const isProving = useFlowState('signup', (s) => s.matches('proving'));
  return isProving ? <ProofStep /> : <PostalCode />;
}

function PostalCode() {
  const signup = useFlow('signup');
  const isOpen = useFlowState('signup', (s) => s.can({ type: 'address.changed', patch: {} }));
  const isLookingUp = useFlowState('signup', (s) => s.matches({ postalCode: 'lookingUp' }));
  const isUnknown = useFlowState('signup', (s) => s.matches({ postalCode: { unknown: 'shown' } }));
  const address = useFlowState('signup', (s) => s.context.address);
  const locked = useFlowState('signup', (s) => s.context.locked);
  const problem = useFlowState('signup', (s) => s.context.problem);
  const isRefused = useFlowState('signup', (s) => s.hasTag('refused') || s.hasTag('failed'));
  const [code, setCode] = useState(address?.postalCode ?? '');
  const changeCode = (postalCode: string) => {
    setCode(postalCode);
    signup.send({ type: 'postalCode.typed', postalCode });
  };
  const { asked, schema, given } = useAddressForm(address);
  const form = useForm<AddressValues, unknown>({
    schema: isOpen ? schema : PostalCodeOnly,
    initial: () => ({ ...addressValues(address ?? {}), postalCode: code }),
    kept: given,
    problem,
    onChange: ({ postalCode, ...patch }) =>
      postalCode === undefined
        ? signup.send({ type: 'address.changed', patch: addressOf(patch) })
        : changeCode(postalCode),
    onSubmit: () =>
      signup.send(
        isOpen ? { type: 'address.submitted' } : { type: 'postalCode.submitted', postalCode: code },
      ),
  });
  return (
    <SignUpStep
      title="Qual é o seu CEP?"
      text="Assim mostramos só o que chega até você."
      action="Continuar"
      form={form}
    >
      {isRefused && problem ? (
        <RefusalNote
          tone="bad"
          text={refusalText(problem)}
          remedy={{ label: 'Tentar de novo', onClick: () => signup.send({ type: 'load.retried' }) }}
        />
      ) : null}
      <MaskedField
        mask="cep"
        label="CEP"
        {...form.field('postalCode')}
        value={code}
        required
        big
        autoFocus={!isOpen}
        enterKeyHint="next"
      />
      {isUnknown ? <RefusalNote text="Não encontramos esse CEP. Confira ou preencha o endereço." /> : null}
      {/* They take their place with the last digit, so that a slow answer moves nothing. */}
      {isLookingUp || (isOpen && address) ? (
        <Stack gap={6} as="fieldset" disabled={!isOpen}>
          <AddressFields
            form={form}
            fields={asked.fields}
            locked={isOpen ? locked : 'all'}
            onUnlock={() => signup.send({ type: 'fields.unlocked' })}
          />
          <AddressNumberFields form={form} fields={asked.fields} />
          <AddressMoreFields form={form} fields={asked.fields} names={['complement']} />
          {asked.top ? <Text tone="soft">{asked.top}</Text> : null}
          <AddedFields form={form} asked={asked} />
          {asked.bottom ? (
            <Text size={15} tone="soft">
              {asked.bottom}
            </Text>
          ) : null}
        </Stack>
      ) : null}
    </SignUpStep>
  );
}
