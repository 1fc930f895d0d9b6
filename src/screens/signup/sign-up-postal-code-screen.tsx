import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { AddressFields } from '#components/place/address-fields.tsx';
import { AddressNumberFields } from '#components/place/address-number-fields.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { addressErrors } from '#domain/place/address-errors.ts';
import { normaliseCep } from '#domain/place/cep.ts';
import { answerError } from '#domain/form-errors.ts';
import { useState } from 'react';
import { ProofStep } from './proof-step.tsx';
import { SignUpStep } from './step.tsx';

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
  const isInvalid = useFlowState('signup', (s) => s.matches({ postalCode: 'invalid' }));
  const isUnknown = useFlowState('signup', (s) => s.matches({ postalCode: 'unknown' }));
  const isOpen = useFlowState(
    'signup',
    (s) => s.matches({ postalCode: 'found' }) || s.matches({ postalCode: 'unknown' }),
  );
  const isIncomplete = useFlowState(
    'signup',
    (s) => s.hasTag('refused') && !s.matches({ postalCode: 'invalid' }),
  );
  const address = useFlowState('signup', (s) => s.context.address);
  const locked = useFlowState('signup', (s) => s.context.locked);
  const problem = useFlowState('signup', (s) => s.context.problem);
  const isRefused = useFlowState('signup', (s) => s.matches('refused') || s.matches('failed'));
  const [cep, setCep] = useState(() => address?.postalCode ?? '');

  const whole = normaliseCep(cep);
  const change = (digits: string) => {
    setCep(digits);
    signup.send({ type: 'answer.edited' });
    const next = normaliseCep(digits);
    if (next && next !== address?.postalCode) signup.send({ type: 'postalCode.submitted', postalCode: next });
  };
  const isCurrent = isOpen && whole === address?.postalCode;
  const errors = isIncomplete ? addressErrors(address ?? {}) : {};
  const submit = () =>
    signup.send(
      isCurrent ? { type: 'address.submitted' } : { type: 'postalCode.submitted', postalCode: cep },
    );
  return (
    <SignUpStep
      title="Qual é o seu CEP?"
      text="Assim mostramos só o que chega até você."
      action="Continuar"
      onSubmit={submit}
    >
      {isRefused && problem ? (
        <RefusalNote
          tone="bad"
          text={problem.title}
          remedy={{ label: 'Tentar de novo', onClick: () => signup.send({ type: 'load.retried' }) }}
        />
      ) : null}
      <MaskedField
        mask="cep"
        label="CEP"
        name="postalCode"
        value={cep}
        onChange={change}
        error={isInvalid ? answerError('postalCode', cep) : undefined}
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
            address={address}
            locked={locked}
            errors={errors}
            onChange={(patch) => signup.send({ type: 'address.changed', patch })}
            onUnlock={() => signup.send({ type: 'fields.unlocked' })}
          />
          <AddressNumberFields
            address={address}
            onChange={(patch) => signup.send({ type: 'address.changed', patch })}
            error={errors.streetNumber}
          />
        </>
      ) : null}
    </SignUpStep>
  );
}
