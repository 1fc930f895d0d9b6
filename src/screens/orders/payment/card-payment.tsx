import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useAppState, useNow, useTenant } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { isOwnDocument } from '#client/own-document.ts';
import { planRate, planTitle } from '#client/shop/payment/plan-words.ts';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { LateProofForm } from '#client/forms/late-proof-form.tsx';
import { LiveText } from '#components/layout/live-text.tsx';
import { Reason } from '#components/form/reason.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RingTimer } from '#components/order/ring-timer.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Display, Text } from '#components/layout/text.tsx';
import { DesktopOnly } from '#components/layout/viewport.tsx';
import { inCents } from '#contract/money.ts';
import { formatReais } from '#domain/money/money.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { IconLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CardField, FIELD } from './card-field.tsx';
import styles from './card-payment.module.css';
import { CardTrouble, troubles } from './card-trouble.tsx';

const MINUTE = 60_000;

/** Paying an order by card: the number is typed into the provider's own field, of another origin. */
export function CardPayment({ orderCode }: { orderCode: string }) {
  const state = useFlowState('card', (s) =>
    typeof s.value === 'string' ? s.value : Object.keys(s.value)[0],
  );
  const isOwn = isOwnDocument();
  const isByCard = useAppState((s) => s.context.order?.byCard === true);
  const isLapsedPix = useFlowState('card', (s) => s.context.charge?.lapsed === 'PIX');
  const needsOwn = !isOwn && (isByCard || state === 'paying');
  // Only a document of its own may show the field; the ways after a Pix that lapsed need none.
  useEffect(() => {
    if (needsOwn) location.reload();
  }, [needsOwn]);
  const heading =
    isLapsedPix || (!isByCard && state === 'loading') ? 'Escolher outra forma' : 'Pagar com cartão';
  const title = {
    title: heading,
    subtitle: `Pedido ${formatOrderCode(orderCode)}`,
    cart: false,
  };
  const isTrouble = state !== undefined && state in troubles;
  return (
    <AppScreen {...title} width="narrow" busy={!isTrouble && state !== 'paying'}>
      <div className={styles.heading}>
        <ScreenHeading hidden="phone">{heading}</ScreenHeading>
        <DesktopOnly>
          <Text tone="soft" numeric>
            {title.subtitle}
          </Text>
        </DesktopOnly>
      </div>
      {isTrouble ? (
        <CardTrouble orderCode={orderCode} />
      ) : (
        <Stack gap={3} gutter>
          {state === 'paying' && isOwn ? <Paying /> : <Loading />}
        </Stack>
      )}
    </AppScreen>
  );
}

const Loading = () => (
  <Waiting text="Abrindo o pagamento">
    <Stack gap={3}>
      <CardSkeleton height="84px" />
      <CardSkeleton height={`${FIELD + 32}px`} />
    </Stack>
  </Waiting>
);

/** The sum, the field, and the button that pays. */
function Paying() {
  const card = useFlow('card');
  const charge = useFlowState('card', (s) => s.context.charge);
  const canPay = useFlowState('card', (s) => s.can({ type: 'payment.submitted' }));
  const isAsked = useFlowState('card', (s) => s.matches({ paying: 'challenge' }));
  const isOpening = useFlowState('card', (s) => s.matches({ paying: 'opening' }));
  const isUnheard = useFlowState('card', (s) => s.matches({ paying: 'unheard' }));
  const noAnswer = useNoAnswer();
  const { payment } = useTenant();
  const now = useNow();
  const isSaved = useFlowState('card', (s) => s.context.isSaved);
  const isWanted = useFlowState('card', (s) => s.context.isWanted);
  const canAgree = useFlowState('card', (s) => s.can({ type: 'keeping.chosen', isWanted: true }));
  const proof = useFlowState('card', (s) => s.children.proof);
  if (!charge) return null;
  const sum = formatReais(inCents(charge.amount));
  const agree = (wish: boolean) => card.send({ type: 'keeping.chosen', isWanted: wish });
  const reason = proof
    ? 'Digite o código para guardar o cartão.'
    : isAsked
      ? charge.provider.name === 'stripe'
        ? 'Responda ao seu banco na janela que ele abriu.'
        : 'Responda ao seu banco aqui em cima.'
      : null;
  const isBusy = !canPay && reason === null;
  return (
    <>
      <Row between align="center">
        <div>
          <Text size={15} tone="soft">
            {charge.plan && charge.plan.n > 1
              ? `${planTitle(charge.plan)}, ${planRate(charge.plan)}`
              : 'À vista'}
          </Text>
          <Display size={36}>
            <span className={styles.amount}>{sum}</span>
          </Display>
        </div>
        <RingTimer
          until={Date.parse(charge.expiresAt)}
          now={now}
          total={payment.pixMinutes * MINUTE}
          label="Tempo para pagar"
        />
      </Row>
      {isUnheard ? (
        <RefusalNote
          text={noAnswer.say(
            'Ainda não sabemos se o cartão foi cobrado: perguntamos quando a conexão voltar, e nada é cobrado duas vezes.',
            'Ainda não sabemos se o cartão foi cobrado: já estamos perguntando, e nada é cobrado duas vezes.',
          )}
        />
      ) : null}
      {proof ? (
        <Card as="section">
          <Stack gap={4}>
            <Stack gap={1}>
              <Text as="h2" weight={600} size={18}>
                Confirme que é você
              </Text>
              <Text tone="soft">
                Para guardar um cartão, digite o código que enviamos agora. Nada se perde.
              </Text>
            </Stack>
            <LateProofForm proof={proof} />
            <Button kind="ghost" onClick={() => agree(false)}>
              Não guardar o cartão
            </Button>
          </Stack>
        </Card>
      ) : null}
      <Card as="section">
        <CardField provider={charge.provider} isAsked={isAsked} />
        {isSaved || isAsked ? null : (
          <Checkbox
            name="keep"
            label="Guardar este cartão para as próximas compras"
            checked={isWanted}
            disabled={!canAgree}
            onChange={agree}
          />
        )}
      </Card>
      <Row gap={3} align="start">
        <span className={styles.lock} aria-hidden="true">
          <IconLock size={22} />
        </span>
        <Text size={15} tone="soft">
          Os dados do cartão vão direto para quem processa o pagamento. A loja não os vê.
        </Text>
      </Row>
      <LiveText>
        {isAsked
          ? 'O seu banco quer confirmar que é você'
          : isBusy && !isOpening
            ? 'Conferindo o pagamento'
            : ''}
      </LiveText>
      <ActionBar reason={reason ? <Reason>{reason}</Reason> : undefined}>
        <Button
          busy={isBusy}
          disabled={reason !== null}
          onClick={() => card.send({ type: 'payment.submitted' })}
        >
          {isOpening ? 'Abrindo o campo do cartão' : isBusy ? 'Conferindo o pagamento' : `Pagar ${sum}`}
        </Button>
      </ActionBar>
    </>
  );
}
