import { ProofForm } from '#client/forms/proof-form.tsx';
import type { ContactView } from '#client/shop/account/contact.ts';
import { Breakable } from '#components/layout/breakable.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatPhone } from '#domain/person/phone.ts';

/** Before a contact changes: a code to the one that the person has. What was typed waits. */
export function ContactProof({ state }: Pick<ContactView, 'state'>) {
  const { proof } = state.children;
  const { phone, email } = state.context.known;
  return (
    <Stack gap={6} gutter>
      <Stack gap={2}>
        <ScreenHeading size={36}>Primeiro, confirme que é você</ScreenHeading>
        <Text tone="soft">
          Enviamos um código para o contato com que você entra hoje,{' '}
          <Text as="span" weight={600} tone="ink" nowrap={phone !== null}>
            <Breakable>{phone ? formatPhone(phone) : (email ?? '')}</Breakable>
          </Text>
          . O que você digitou está guardado.
        </Text>
      </Stack>
      {proof ? <ProofForm proof={proof} /> : null}
    </Stack>
  );
}
