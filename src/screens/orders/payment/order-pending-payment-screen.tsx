import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useAppState, useNow, useTenant } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { CopyButton } from '#components/form/copy-button.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { LiveText } from '#components/layout/live-text.tsx';
import { QrCode } from '#components/order/qr-code.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RingTimer } from '#components/order/ring-timer.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Skeleton } from '#components/feedback/skeleton.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Display, Text } from '#components/layout/text.tsx';
import { DesktopOnly, PhoneOnly } from '#components/layout/viewport.tsx';
import { inCents } from '#contract/money.ts';
import { formatHour } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { IconRefresh } from '@tabler/icons-react';
import { type NoAnswer, useNoAnswer } from '#client/no-answer.ts';
import type { Flows } from '#client/roots.ts';
import type { SnapshotFrom } from 'xstate';
import { CardPayment } from './card-payment.tsx';
import { OrderUnheard } from '../open-order.tsx';
import { PayerLinkCard } from './payer-link.tsx';
import styles from './order-pending-payment-screen.module.css';

/**
 * Waiting for the payment of an order, by card or Pix. Of a Pix: it turns into the success screen by itself.
 * A code is only asked for an order that the server says is to be paid.
 */
export function OrderPendingPaymentScreen() {
  const { orderCode } = useScreen('app.orderPendingPayment').params;
  const isOpen = useAppState((s) => s.matches({ orderPendingPayment: 'open' }));
  const isByCard = useAppState((s) => s.matches({ orderPendingPayment: 'byCard' }));
  if (isByCard) return <CardPayment orderCode={orderCode} />;
  return isOpen ? <Paying orderCode={orderCode} /> : <OrderUnheard orderCode={orderCode} what="pix" />;
}

const hasExpired = ({ context }: SnapshotFrom<Flows['pix']>): boolean => context.charge?.status === 'expired';

function Paying({ orderCode }: { orderCode: string }) {
  const pix = useFlow('pix');
  const state = useFlowState('pix', (s) => (typeof s.value === 'string' ? s.value : Object.keys(s.value)[0]));
  const noAnswer = useNoAnswer();
  const hasCharge = useFlowState('pix', (s) => s.context.charge !== null);
  // A code that is over is never shown as one that can be paid.
  const isOver = useFlowState('pix', (s) => s.context.charge?.status !== 'pending');
  const isExpired = useFlowState('pix', hasExpired);
  const title = { title: 'Pagar com Pix', subtitle: `Pedido ${formatOrderCode(orderCode)}`, cart: false };
  if (isOver && (state === 'failed' || state === 'offline'))
    return (
      <AppScreen {...title} width="narrow">
        <ErrorState
          heading
          title={
            state === 'offline'
              ? noAnswer.title
              : hasCharge
                ? 'Não conseguimos gerar outro código'
                : 'Não conseguimos mostrar o código'
          }
          text="Nada foi cobrado. Assim que a loja responder, o código Pix aparece aqui."
          kept={{ items: ['O seu pedido', 'Os produtos reservados'] }}
          retry={{ onClick: () => pix.send({ type: 'load.retried' }) }}
        />
      </AppScreen>
    );
  return (
    <AppScreen {...title}>
      <div className={isExpired ? styles.narrow : styles.page}>
        <div className={styles.heading}>
          <ScreenHeading hidden="phone">Pagar com Pix</ScreenHeading>
          <DesktopOnly>
            <Text tone="soft" numeric>
              {title.subtitle}
            </Text>
          </DesktopOnly>
        </div>
        {hasCharge ? <Charge /> : <Waiting />}
      </div>
    </AppScreen>
  );
}

function Waiting() {
  return (
    <Stack gap={3} gutter>
      <div role="status" aria-label="Carregando o código Pix" className={styles.waiting}>
        <Skeleton height="84px" />
        <Skeleton height="172px" radius="card" />
        <Skeleton height="316px" radius="card" />
      </div>
    </Stack>
  );
}

const MINUTE = 60_000;
const answerTo = (isLost: boolean, noAnswer: NoAnswer): string =>
  isLost
    ? noAnswer.say('Assim que ela voltar, olhamos de novo.', 'Continuamos perguntando por você.')
    : 'O banco ainda não avisou a loja. Costuma levar poucos segundos; continuamos olhando por você.';

function Charge() {
  const pix = useFlow('pix');
  const charge = useFlowState('pix', (s) => s.context.charge);
  const isExpired = useFlowState('pix', hasExpired);
  const isOffline = useFlowState('pix', (s) => s.hasTag('offline'));
  const noAnswer = useNoAnswer();
  const isPaid = useFlowState('pix', (s) => s.matches('paid'));
  const problem = useFlowState('pix', (s) => s.context.problem);
  const { payment } = useTenant();
  const now = useNow();
  const claim = useFlowState('pix', (s) => s.context.claim);
  if (!charge) return null;
  const expiresAt = Date.parse(charge.expiresAt);

  if (isExpired) return <Lapsed orderCode={charge.orderCode} />;
  const copy = (
    <Card as="section">
      <Stack gap={3}>
        <p className={styles.code} translate="no">
          {charge.brCode}
        </p>
        <CopyButton text={charge.brCode}>Copiar código</CopyButton>
        <Text size={15} tone="soft" center>
          Abra o app do banco e cole em{' '}
          <Text as="span" size={15} weight={600}>
            Pix Copia e Cola
          </Text>
        </Text>
      </Stack>
    </Card>
  );
  const scan = (
    <Card as="section">
      <div className={styles.scan}>
        <PhoneOnly>
          <Text size={15} tone="soft">
            Ou aponte a câmera de outro celular
          </Text>
        </PhoneOnly>
        <DesktopOnly>
          <Text size={15} tone="soft">
            Abra o app do banco e aponte a câmera do celular
          </Text>
        </DesktopOnly>
        <QrCode text={charge.brCode} label="Código Pix em QR" />
      </div>
    </Card>
  );
  return (
    <Stack gap={3} gutter>
      <Row between align="center">
        <div>
          <Text size={15} tone="soft">
            Para {charge.receiver}
          </Text>
          <Display size={36}>
            <span className={styles.amount}>{formatReais(inCents(charge.amount))}</span>
          </Display>
        </div>
        <RingTimer until={expiresAt} now={now} total={payment.pixMinutes * MINUTE} label="Tempo para pagar" />
      </Row>
      {isOffline ? (
        <RefusalNote
          text={noAnswer.say(
            'O código continua valendo: pague pelo banco e esta tela se atualiza depois.',
            'O código continua valendo: pague pelo banco; já estamos perguntando de novo.',
          )}
        />
      ) : null}
      <Columns apart kind="product" side={scan}>
        {copy}
      </Columns>
      <PayerLinkCard key={charge.attempt} charge={charge} />
      <Row gap={3} align="start">
        <span className={styles.turning} aria-hidden="true">
          <IconRefresh size={22} />
        </span>
        <Text tone="soft">
          Esta tela muda sozinha quando o pagamento cair. Seus itens ficam guardados até{' '}
          {formatHour(expiresAt)}.
        </Text>
      </Row>
      <LiveText>{isPaid ? 'Pagamento recebido' : ''}</LiveText>
      <ActionBar answer={claim === 'answered' ? answerTo(problem !== null, noAnswer) : ''}>
        <Button kind="soft" busy={claim === 'asked'} onClick={() => pix.send({ type: 'payment.claimed' })}>
          Já paguei
        </Button>
      </ActionBar>
    </Stack>
  );
}

/** The code is over: another one, another way to pay the same order, or the order. */
function Lapsed({ orderCode }: { orderCode: string }) {
  const pix = useFlow('pix');
  const isRefused = useFlowState('pix', (s) => s.matches('refused'));
  const hasOtherWays = useFlowState('pix', (s) => s.can({ type: 'ways.requested' }));
  // Asked for it, or not yet sure that it may be.
  const isBusy = useFlowState('pix', (s) => !s.can({ type: 'code.requested' }));
  const problem = useFlowState('pix', (s) => s.context.problem);
  const claim = useFlowState('pix', (s) => s.context.claim);
  const noAnswer = useNoAnswer();
  // What refuses another code is no answer that did not come.
  const answer = claim === 'answered' ? answerTo(problem !== null && !isRefused, noAnswer) : '';
  const details = useLinkTo()('app.ordersDetails', { orderCode });
  return (
    <ErrorState
      title="Este código venceu"
      text={
        isRefused
          ? problem?.code === 'STOCK'
            ? 'Os produtos acabaram enquanto o código estava vencido. A loja não recebeu pagamento.'
            : 'Este pedido já usou todos os códigos. A loja não recebeu pagamento.'
          : 'A loja não recebeu pagamento. Você pode gerar outro código para o mesmo pedido, sem refazer nada.'
      }
      kept={{ items: ['O seu pedido, com o mesmo código', 'A entrega que você escolheu'] }}
      {...(isRefused
        ? {}
        : {
            retry: {
              label: 'Gerar novo código',
              onClick: () => pix.send({ type: 'code.requested' }),
              busy: isBusy,
            },
          })}
      ways={
        <>
          <RowList divided label="O que mais dá para fazer">
            <ListRow
              title="Já paguei"
              detail={
                claim === 'asked' ? 'Perguntando se chegou' : answer || 'Um pagamento que atrasou ainda vale'
              }
              onClick={() => pix.send({ type: 'payment.claimed' })}
            />
            {hasOtherWays ? (
              <ListRow
                title="Escolher outra forma"
                detail="O mesmo pedido, pago com cartão"
                onClick={() => pix.send({ type: 'ways.requested' })}
              />
            ) : null}
            <ListRow title="Ver o pedido" link={details} />
          </RowList>
          <LiveText>{answer}</LiveText>
        </>
      }
    />
  );
}
