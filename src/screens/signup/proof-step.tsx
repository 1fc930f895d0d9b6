import { AppScreen } from '#client/app-screen.tsx';
import { useFlowState } from '#client/flow-hooks.ts';
import { ProofForm } from '#client/forms/proof-form.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatPhone } from '#domain/person/phone.ts';

/**
 * Half an hour went by since the code that began the sign-up: one more, and the account is made of the
 * answers given.
 */
export function ProofStep() {
  const proof = useFlowState('signup', (s) => s.children.proof);
  const contact = useFlowState('signup', ({ context: { contact: known } }) =>
    known.phone ? formatPhone(known.phone) : (known.email ?? ''),
  );
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>Confirme que é você</ScreenHeading>
          <Text tone="soft">
            O código do começo valeu por meia hora. Enviamos outro para{' '}
            <Text as="span" weight={600} tone="ink" nowrap={!contact.includes('@')}>
              <Breakable>{contact}</Breakable>
            </Text>
            ; o que você respondeu está guardado.
          </Text>
        </Stack>
        {proof ? <ProofForm proof={proof} /> : null}
      </Stack>
    </AppScreen>
  );
}
