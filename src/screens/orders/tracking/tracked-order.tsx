import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { type NoAnswer, useNoAnswer } from '#client/no-answer.ts';
import { useStatusLabel } from '#client/order-words.ts';
import type { OpenedOrderView } from '#client/shop/order/order-proof.ts';
import type { TrackingView } from '#client/shop/order/tracking.ts';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { Timeline } from '#components/order/timeline.tsx';
import type { PublicOrder } from '#contract/order/order.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { afterText } from '#domain/spans.ts';
import { momentsOf } from '../moments.ts';
import { OpenedOrder } from '../opened-order.tsx';

/** An order as anybody with its code may see it, or why there is nothing to see, and the way on. */
export function TrackedOrder({
  code,
  opened,
  ...tracking
}: TrackingView & { code: string; opened: OpenedOrderView }) {
  const noAnswer = useNoAnswer();
  const { order } = tracking.state.context;
  if (!order || tracking.state.hasTag('unknown'))
    return <Unheard {...tracking} noAnswer={noAnswer} code={code} />;
  return (
    <Stack gap={3} gutter>
      <ScreenHeading hidden="phone">Pedido {formatOrderCode(order.code)}</ScreenHeading>
      <Stale {...tracking} noAnswer={noAnswer} />
      <Progress order={order} opened={opened} />
    </Stack>
  );
}

/** The last word is some time old, and why. */
function Stale({ state, send, noAnswer }: TrackingView & { noAnswer: NoAnswer }) {
  if (!state.hasTag('offline') && !state.hasTag('failed') && !state.hasTag('slowed')) return null;
  return (
    <RefusalNote
      text={noAnswer.say(
        'O que aparece aqui é o que sabíamos por último.',
        'O que aparece aqui é o que sabíamos por último.',
      )}
      {...(noAnswer.isOnline
        ? { remedy: { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) } }
        : {})}
    />
  );
}

/** There is nothing to show yet: it comes, or why not, and the way on. */
function Unheard({ state, send, noAnswer, code }: TrackingView & { noAnswer: NoAnswer; code: string }) {
  const linkTo = useLinkTo();
  if (state.hasTag('busy'))
    return (
      <Stack gap={3} gutter>
        <ScreenHeading hidden>Pedido {formatOrderCode(code)}</ScreenHeading>
        <Waiting text="Buscando o andamento">
          <CardSkeleton height="120px" />
          <CardSkeleton height="340px" />
        </Waiting>
      </Stack>
    );
  if (state.hasTag('unknown'))
    return (
      <EmptyState
        heading
        drawing="search"
        title="Não encontramos este pedido"
        text="Confira o código: são 16 letras e números, e a loja precisa ser esta."
        action={<Button link={linkTo('app.orderTrackingSearch')}>Digitar outro código</Button>}
      />
    );
  const retry = { onClick: () => send({ type: 'load.retried' }) };
  if (state.hasTag('slowed'))
    return (
      <ErrorState
        heading
        title="Foram muitas buscas seguidas"
        text={`Por segurança, a loja busca este código de novo ${afterText(state.context.problem?.retryAfter)}, sozinha.`}
        retry={retry}
      />
    );
  return (
    <ErrorState
      heading
      title={state.hasTag('offline') ? noAnswer.title : 'Não conseguimos abrir o andamento'}
      text={noAnswer.when(
        'O andamento aparece aqui assim que a conexão voltar.',
        'O pedido está guardado na loja. Tente de novo em instantes.',
      )}
      retry={retry}
    />
  );
}

function Progress({ order, opened }: { order: PublicOrder; opened: OpenedOrderView }) {
  const labelOf = useStatusLabel();
  const now = useNow(60_000);
  const label = labelOf(order.state);
  return (
    <>
      <Card as="section">
        <Stack gap={2}>
          <Row between align="center">
            <Text as="h2" size={18} weight={600}>
              {label.text}
            </Text>
            <Chip tone={label.tone}>{hasOrderTag(order.state, 'final') ? 'Encerrado' : 'Em andamento'}</Chip>
          </Row>
          <Text tone="soft">
            Pedido de {order.name}
            {order.city ? `, para ${order.city}` : ''}
          </Text>
        </Stack>
      </Card>
      <Card as="section">
        <Timeline
          label="Andamento"
          items={momentsOf(order, order.events, now, (state) => labelOf(state).text)}
        />
      </Card>
      {opened.state.hasTag('shown') ? null : <Items order={order} />}
      <OpenedOrder code={order.code} {...opened} />
    </>
  );
}

const Items = ({ order }: { order: PublicOrder }) => (
  <Card as="section" labelledBy="tracked-items">
    <Stack gap={2}>
      <Text as="h2" id="tracked-items" size={18} weight={600}>
        Itens
      </Text>
      <Stack as="ul" gap={1}>
        {order.items.map(({ name, quantity }, index) => (
          <Text as="li" key={index}>
            {quantity} × {name}
          </Text>
        ))}
      </Stack>
    </Stack>
  </Card>
);
