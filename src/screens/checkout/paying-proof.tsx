import { useFlowState } from '#client/flow-hooks.ts';
import { LateProofForm } from '#client/forms/late-proof-form.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatPhone } from '#domain/person/phone.ts';

/** More than half an hour since the last code: a saved card, or much of a wallet, asks for one more, in place (D10). */
export function PayingProof() {
  const proof = useFlowState('checkout', (s) => s.children.proof);
  const contact = useFlowState('checkout', ({ context: { account } }) =>
    account?.phone ? formatPhone(account.phone) : (account?.email ?? ''),
  );
  const isWallet = useFlowState(
    'checkout',
    ({ context: { draft } }) => draft.paymentMethod?.cardId === undefined && (draft.wallets ?? []).length > 0,
  );
  return (
    <Card as="section">
      <Stack gap={4}>
        <Stack gap={1}>
          <Text as="h3" weight={600} size={18}>
            Confirme que é você
          </Text>
          <Text tone="soft">
            Para usar {isWallet ? 'o seu saldo' : 'um cartão guardado'}, digite o código que enviamos para{' '}
            <Text as="span" weight={600} tone="ink">
              <Breakable>{contact}</Breakable>
            </Text>
            . Nada do pedido se perde.
          </Text>
        </Stack>
        {proof ? <LateProofForm proof={proof} /> : null}
      </Stack>
    </Card>
  );
}
