import { useGivenAddress } from '#client/address-form.ts';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { refusalText, useForm } from '#client/form.ts';
import { AddressFields } from '#components/place/address-fields.tsx';
import { AddressNumberFields } from '#components/place/address-number-fields.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { normaliseCep } from '#domain/place/cep.ts';
import { AddressAnswer, PostalCodeAnswer } from '#domain/answers.ts';
import type { Address } from '#contract/place.ts';
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
  const isUnknown = useFlowState('signup', (s) => s.matches({ postalCode: 'unknown' }));
  const isOpen = useFlowState(
    'signup',
    (s) => s.matches({ postalCode: 'found' }) || s.matches({ postalCode: 'unknown' }),
  );
  const address = useFlowState('signup', (s) => s.context.address);
  const locked = useFlowState('signup', (s) => s.context.locked);
  const problem = useFlowState('signup', (s) => s.context.problem);
  const isRefused = useFlowState('signup', (s) => s.matches('refused') || s.matches('failed'));
  const [code, setCode] = useState(address?.postalCode ?? '');
  const isCurrent = isOpen && normaliseCep(code) === address?.postalCode;
  const changeCode = (digits: string) => {
    setCode(digits);
    const next = normaliseCep(digits);
    if (next && next !== address?.postalCode) signup.send({ type: 'postalCode.submitted', postalCode: next });
  };
  const form = useForm<Address, unknown>({
    schema: isCurrent ? AddressAnswer : PostalCodeOnly,
    initial: () => ({ ...address, postalCode: code }),
    kept: useGivenAddress(address),
    problem,
    onChange: ({ postalCode, ...patch }) =>
      postalCode === undefined ? signup.send({ type: 'address.changed', patch }) : changeCode(postalCode),
    onSubmit: () =>
      signup.send(
        isCurrent ? { type: 'address.submitted' } : { type: 'postalCode.submitted', postalCode: code },
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
      {isUnknown && isCurrent ? (
        <RefusalNote text="Não encontramos esse CEP. Confira ou preencha o endereço." />
      ) : null}
      {isCurrent && address ? (
        <>
          <AddressFields
            form={form}
            locked={locked}
            onUnlock={() => signup.send({ type: 'fields.unlocked' })}
          />
          <AddressNumberFields form={form} />
        </>
      ) : null}
    </SignUpStep>
  );
}
