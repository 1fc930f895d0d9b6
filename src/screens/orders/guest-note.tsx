import { useShell } from '#client/context.ts';
import { useAppState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { Button } from '#components/form/button.tsx';
import { CopyButton } from '#components/form/copy-button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Order } from '#contract/order/order.ts';
import { formatPhone } from '#domain/person/phone.ts';

/** How somebody without an account finds the order again, here and, with an account, anywhere. */
export function GuestNote({ order: { code: orderCode, userPhone } }: { order: Order }) {
  const linkTo = useLinkTo();
  const { origin } = useShell();
  const isVisitor = useAppState(({ context }) => context.session === 'visitor');
  if (!isVisitor) return null;
  return (
    <Card as="section">
      <Stack gap={3}>
        <Text as="h2" size={18} weight={600}>
          Para encontrar este pedido depois
        </Text>
        <Text tone="soft">
          Neste aparelho, ele abre pelo endereço da página do pedido. Em outro, o código dele mostra o
          andamento. Com uma conta
          {userPhone ? ` no celular ${formatPhone(userPhone)}` : ''}, ele fica com você em qualquer aparelho.
        </Text>
        <Button kind="soft" link={linkTo('login.request', { type: 'login', channel: 'phone' })}>
          Criar conta e guardar
        </Button>
        <CopyButton
          kind="quiet"
          copiedText="Endereço copiado"
          text={`${origin}${linkTo('app.ordersDetails', { orderCode }).href}`}
        >
          Copiar endereço do pedido
        </CopyButton>
      </Stack>
    </Card>
  );
}
