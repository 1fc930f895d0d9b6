import { AppScreen } from '#client/app-screen.tsx';
import { useForm } from '#client/forms/form.ts';
import { useAppState, useRootState } from '#client/hooks.ts';
import { useGo, useLinkTo } from '#client/links.ts';
import { useStatusLabel } from '#client/order-words.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { OrderCodeAnswer } from '#domain/answers.ts';
import { formatOrderCode, orderCodeIn } from '#domain/order/order-code.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { IconPackage, IconQrcode, IconReceipt } from '@tabler/icons-react';
import * as v from 'valibot';

const Asked = v.object({ code: OrderCodeAnswer });

/** Asks for the code of an order, typed in any spelling, or for a link that has it in. */
export function OrderTrackingSearchScreen() {
  const go = useGo();
  const linkTo = useLinkTo();
  const isClient = useAppState(({ context }) => context.session === 'client');
  const form = useForm({
    schema: Asked,
    initial: () => ({ code: '' }),
    draft: 'tracking',
    onSubmit: ({ code }) => go('app.orderTrackingDetails', { code }),
  });
  const { onChange, ...field } = form.field('code');
  // A link that is pasted becomes its code; anything else is shown in fours, as the shop writes it.
  const write = (text: string) =>
    onChange(text.includes('/') ? formatOrderCode(orderCodeIn(text) ?? '') || text : formatOrderCode(text));
  return (
    <AppScreen title="Acompanhar pedido" width="narrow">
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading>Onde está o pedido?</ScreenHeading>
          <Text tone="soft">
            O código está na página do pedido e nas mensagens da loja. Quem o tem vê o andamento e os itens,
            sem endereço e sem valor.
          </Text>
        </Stack>
        <Stack gap={4} as="form" {...form.props}>
          <TextField
            label="Código do pedido"
            {...field}
            onChange={write}
            big
            required
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="XXXX-XXXX-XXXX-XXXX"
            enterKeyHint="search"
          />
          <SubmitButton>Buscar</SubmitButton>
        </Stack>
        <Button kind="soft" icon={<IconQrcode size={22} />} link={linkTo('app.qrCode')}>
          Ler o QR do pedido
        </Button>
        {isClient ? <Own /> : null}
      </Stack>
    </AppScreen>
  );
}

/** Orders that are listed without being asked for. */
const MOST = 3;

/** Whoever is signed in need not type a code: their orders on their way, and the way to all of them. */
function Own() {
  const linkTo = useLinkTo();
  const labelOf = useStatusLabel();
  const orders = useRootState('orders', ({ context }) => context.orders);
  const moving = orders.filter(({ state }) => !hasOrderTag(state, 'final')).slice(0, MOST);
  return (
    <Card pad={false}>
      <RowList divided label="Seus pedidos">
        <ListRow
          icon={<IconReceipt size={24} />}
          title="Seus pedidos"
          detail="Os que você fez com esta conta"
          link={linkTo('app.accountDashboard')}
        />
        {/* Last: what comes late moves nothing. */}
        {moving.map((order) => (
          <ListRow
            key={order.id}
            icon={<IconPackage size={24} />}
            title={order.properties.campaignName ?? 'Pedido'}
            detail={`${formatOrderCode(order.code).slice(0, 9)} · ${labelOf(order.state).text}`}
            link={linkTo('app.ordersDetails', { orderCode: order.code })}
          />
        ))}
      </RowList>
    </Card>
  );
}
