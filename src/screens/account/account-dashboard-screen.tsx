import { AppScreen } from '#app/app-screen.tsx';
import { useApp, useRoot, useRootState, useTenant } from '#app/hooks.ts';
import { useLinkTo } from '#app/links.ts';
import { Button } from '#components/button.tsx';
import { Card } from '#components/card.tsx';
import { Chip } from '#components/chip.tsx';
import { Columns } from '#components/columns.tsx';
import { EmptyState } from '#components/empty-state.tsx';
import { ErrorState } from '#components/error-state.tsx';
import { ListRow, RowList } from '#components/list-row.tsx';
import { ScreenHeading } from '#components/screen-heading.tsx';
import { Section } from '#components/section.tsx';
import { RefusalNote } from '#components/refusal-note.tsx';
import { RowsSkeleton } from '#components/skeleton-screens.tsx';
import { Stack } from '#components/stack.tsx';
import { Text } from '#components/text.tsx';
import { inCents } from '#contract/money.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatReais } from '#domain/money.ts';
import { firstName } from '#domain/name.ts';
import { formatPhone } from '#domain/phone.ts';
import { IconBrandWhatsapp, IconInfoCircle, IconLogout, IconMapPin, IconPackage } from '@tabler/icons-react';
import { itemsText, useStatusLabel } from '#app/order-words.ts';

/** The person's own corner: their orders, and the few things they can do about their account. */
export function AccountDashboardScreen() {
  const account = useRootState('session', (s) => s.context.account);
  const user = useRootState('session', (s) => s.context.user);
  const contact = account?.phone ? formatPhone(account.phone) : (account?.email ?? (user?.phone ? formatPhone(user.phone) : user?.email));
  return (
    <AppScreen title="Conta" back={false}>
      <Columns apart kind="even" side={<Menu />} sideLabel="Opções da conta">
        <Stack gap={6}>
          <Stack gap={1} gutter>
            <ScreenHeading>{account ? `Olá, ${firstName(account.name)}` : 'Sua conta'}</ScreenHeading>
            {contact ? <Text tone="soft" numeric>{contact}</Text> : null}
          </Stack>
          <Unfinished />
          <Orders />
        </Stack>
      </Columns>
    </AppScreen>
  );
}

/** The contact is proved and the account is not made yet: orders need it, and nobody else would say so. */
function Unfinished() {
  const isUnfinished = useRootState('session', (s) => s.matches({ client: 'accountMissing' }));
  const linkTo = useLinkTo();
  return isUnfinished ? (
    <Stack gutter>
      <RefusalNote
        text="Falta terminar o seu cadastro: nome, CPF e CEP. Depois dele você já pode comprar."
        remedy={{ label: 'Completar cadastro', link: linkTo('signup.account') }}
      />
    </Stack>
  ) : null;
}

function Orders() {
  const orders = useRoot('orders');
  const list = useRootState('orders', (s) => s.context.orders);
  const isBusy = useRootState('orders', (s) => s.hasTag('list.busy'));
  const isEmpty = useRootState('orders', (s) => s.hasTag('list.empty'));
  const isFailed = useRootState('orders', (s) => s.hasTag('list.failed') || s.hasTag('list.offline'));
  const hasMore = useRootState('orders', (s) => s.can({ type: 'more.asked' }));
  const labelOf = useStatusLabel();
  const linkTo = useLinkTo();
  if (isEmpty && list.length === 0) return <EmptyState drawing="orders" title="Você ainda não fez pedidos" text="Quando fizer, eles aparecem aqui, com tudo sobre a entrega." action={<Button width="auto" link={linkTo('app.newHome')}>Ver campanhas</Button>} />;
  return (
    <Section title="Meus pedidos">
      {isFailed && list.length === 0 ? <ErrorState title="Não conseguimos carregar os pedidos" text="Eles estão guardados na loja." retry={{ onClick: () => orders.send({ type: 'load.retried' }) }} /> : null}
      {list.length ? (
        <Card pad={false}>
          <RowList divided label="Meus pedidos">
            {list.map((order) => {
              const label = labelOf(order.state);
              return (
                <ListRow
                  key={order.id}
                  height={72}
                  icon={<IconPackage size={24} />}
                  title={order.properties.campaignName ?? 'Pedido'}
                  detail={`${formatMoment(order.timestamp)} · ${itemsText(order)}`}
                  note={<Chip tone={label.tone}>{label.text}</Chip>}
                  end={<Text as="span" weight={600} numeric nowrap>{formatReais(inCents(order.properties.totals.total))}</Text>}
                  link={linkTo('app.ordersDetails', { orderCode: order.code })}
                />
              );
            })}
          </RowList>
        </Card>
      ) : isBusy ? (
        <RowsSkeleton count={3} />
      ) : null}
      {hasMore ? <Button kind="soft" busy={isBusy} onClick={() => orders.send({ type: 'more.asked' })}>Ver mais pedidos</Button> : null}
    </Section>
  );
}

function Menu() {
  const app = useApp();
  const linkTo = useLinkTo();
  const { help } = useTenant();
  const message = `https://wa.me/${help.phone.replace(/\D/g, '')}?text=${encodeURIComponent(help.message)}`;
  return (
    <Stack gap={3} gutter>
      <Card pad={false}>
        <RowList divided label="Opções da conta">
          <ListRow icon={<IconMapPin size={24} />} title="Onde entregar" link={linkTo('address.location')} />
          <ListRow icon={<IconBrandWhatsapp size={24} />} title={help.label} detail={help.hours} link={{ href: message }} />
          <ListRow icon={<IconInfoCircle size={24} />} title="Sobre a loja" link={linkTo('app.about')} />
          <ListRow icon={<IconLogout size={24} />} title="Sair" onClick={() => app.send({ type: 'signout.requested' })} />
        </RowList>
      </Card>
    </Stack>
  );
}
