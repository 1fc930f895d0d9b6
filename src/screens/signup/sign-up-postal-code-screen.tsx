import { useFlow, useFlowState } from '#app/flow-hooks.ts';
import { AddressFields } from '#components/address-fields.tsx';
import { AddressNumberFields } from '#components/address-number-fields.tsx';
import { MaskedField } from '#components/masked-field.tsx';
import { RefusalNote } from '#components/refusal-note.tsx';
import { missingAddressParts } from '#domain/address.ts';
import { normaliseCep } from '#domain/cep.ts';
import { useEffect, useState } from 'react';
import { SignUpStep } from './step.tsx';

/** The postal code, then what it did not tell. */
export function SignUpPostalCodeScreen() {
  const signup = useFlow('signup');
  const isInvalid = useFlowState('signup', (s) => s.matches({ postalCode: 'invalid' }));
  const isUnknown = useFlowState('signup', (s) => s.matches({ postalCode: 'unknown' }));
  const isOpen = useFlowState('signup', (s) => s.matches({ postalCode: 'found' }) || s.matches({ postalCode: 'unknown' }));
  const address = useFlowState('signup', (s) => s.context.address);
  const locked = useFlowState('signup', (s) => s.context.locked);
  const problem = useFlowState('signup', (s) => s.context.problem);
  const isRefused = useFlowState('signup', (s) => s.matches('refused') || s.matches('failed'));
  const [cep, setCep] = useState(() => address?.postalCode ?? '');
  useEffect(() => {
    if (isInvalid) document.getElementById('field-postalCode')?.focus();
  }, [isInvalid]);

  const whole = normaliseCep(cep);
  const change = (digits: string) => {
    setCep(digits);
    const next = normaliseCep(digits);
    if (next && next !== address?.postalCode) signup.send({ type: 'postalCode.submitted', postalCode: next });
  };
  const missing = isOpen && address ? missingAddressParts(address).filter((part) => part !== 'latitude' && part !== 'longitude') : [];
  const isCurrent = isOpen && whole === address?.postalCode;
  const [hasTried, setTried] = useState(false);
  const lacksNumber = missing.includes('streetNumber');
  const submit = () => {
    if (!isCurrent) return signup.send({ type: 'postalCode.submitted', postalCode: cep });
    setTried(true);
    const [first] = missing;
    if (first) return document.getElementById(`field-${first}`)?.focus();
    signup.send({ type: 'address.submitted' });
  };
  return (
    <SignUpStep
      title="Qual é o seu CEP?"
      text="Assim mostramos só o que chega até você."
      action="Continuar"
      reason={isCurrent && missing.includes('address') ? 'Preencha a rua e o bairro para continuar.' : null}
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
        error={isInvalid ? 'O CEP tem 8 números.' : undefined}
        required
        big
        autoFocus={!isOpen}
        enterKeyHint="next"
      />
      {isUnknown ? <RefusalNote text="Não encontramos esse CEP. Confira ou preencha o endereço." /> : null}
      {isCurrent && address ? (
        <AddressFields
          address={address}
          locked={locked}
          onChange={(patch) => signup.send({ type: 'address.changed', patch })}
          onUnlock={() => signup.send({ type: 'fields.unlocked' })}
        />
      ) : null}
      {isCurrent && address ? (
        <AddressNumberFields
          address={address}
          onChange={(patch) => signup.send({ type: 'address.changed', patch })}
          error={hasTried && lacksNumber ? 'Diga o número, ou marque que não tem.' : undefined}
        />
      ) : null}
    </SignUpStep>
  );
}
