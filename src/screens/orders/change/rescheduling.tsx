import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { useStatusLabel } from '#client/order-words.ts';
import type { ReschedulingView } from '#client/shop/order/rescheduling.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Order } from '#contract/order/order.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { IconCalendarTime } from '@tabler/icons-react';
import { agreedText, subjectText, whyNoChange } from './reschedule-words.ts';
import { WindowChoice } from './window-choice.tsx';

/** An order that is being moved, in whatever state its chart is. */
export function Rescheduling({ state, send }: ReschedulingView) {
  const noAnswer = useNoAnswer();
  const { candidates, order, option } = state.context;
  const retry = { onClick: () => send({ type: 'load.retried' }) };
  if (state.matches('unknown')) return <Unknown />;
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <ErrorState
        heading
        title={state.hasTag('offline') ? noAnswer.title : 'Não conseguimos abrir os horários'}
        text={noAnswer.when(
          'Os horários aparecem assim que a conexão voltar. O combinado continua valendo.',
          'O combinado continua valendo. Tente de novo em instantes.',
        )}
        retry={retry}
      />
    );
  if (state.matches('none')) return <Nothing />;
  if (state.matches('picking')) return <Candidates orders={candidates} />;
  if (order && (state.matches('passed') || state.matches('spent')))
    return <Closed order={order} title="Este pedido não muda mais de horário" />;
  if (order && state.matches('full'))
    return (
      <Closed order={order} title="Não há outro horário livre">
        <Button kind="soft" {...retry}>
          Procurar de novo
        </Button>
      </Closed>
    );
  if (order && option) return <WindowChoice order={order} option={option} state={state} send={send} />;
  return (
    <Stack gap={3} gutter>
      <ScreenHeading hidden>Reagendar</ScreenHeading>
      <Waiting text="Buscando dias e horários">
        <CardSkeleton height="88px" />
        <CardSkeleton height="360px" />
      </Waiting>
    </Stack>
  );
}

function Unknown() {
  const linkTo = useLinkTo();
  return (
    <EmptyState
      heading
      drawing="search"
      title="Não encontramos este pedido"
      text="Ele pode ter sido feito com outra conta. Entre com o contato dele para mudar o horário."
      action={<Button link={linkTo('app.accountDashboard')}>Ver meus pedidos</Button>}
    />
  );
}

function Nothing() {
  const linkTo = useLinkTo();
  return (
    <EmptyState
      heading
      drawing="search"
      title="Nenhum pedido para reagendar"
      text="Dá para mudar o horário até o pedido sair, ou quando uma entrega não deu certo."
      action={<Button link={linkTo('app.accountDashboard')}>Ver meus pedidos</Button>}
    />
  );
}

/** Several may be moved, and the address names none. */
function Candidates({ orders }: { orders: readonly Order[] }) {
  const linkTo = useLinkTo();
  const labelOf = useStatusLabel();
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>Qual pedido você quer reagendar?</ScreenHeading>
      <Card pad={false}>
        <RowList divided label="Pedidos que podem mudar de horário">
          {orders.map((order) => (
            <ListRow
              key={order.id}
              icon={<IconCalendarTime size={24} />}
              title={agreedText(order) ?? labelOf(order.state).text}
              detail={`Pedido ${formatOrderCode(order.code)} · ${subjectText(order)}`}
              link={linkTo('app.rescheduleOrder', {}, { order: order.id })}
            />
          ))}
        </RowList>
      </Card>
    </Stack>
  );
}

/** Nothing can be chosen: why, what holds, and who helps. */
function Closed({ order, title, children }: { order: Order; title: string; children?: React.ReactNode }) {
  const linkTo = useLinkTo();
  const { help } = useTenant();
  const agreed = agreedText(order);
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>{title}</ScreenHeading>
      <Card as="section">
        <Stack gap={3}>
          <Text>{whyNoChange(order)}</Text>
          {agreed ? <Text tone="soft">Continua combinado: {agreed}.</Text> : null}
          {children}
          <Button link={linkTo('app.ordersDetails', { orderCode: order.code })}>Ver o pedido</Button>
          <TextLink link={linkTo('app.contact', {}, { order: order.code })}>{help.label}</TextLink>
        </Stack>
      </Card>
    </Stack>
  );
}
