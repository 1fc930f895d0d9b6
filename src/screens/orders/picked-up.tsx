import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { type NoAnswer, useNoAnswer } from '#client/no-answer.ts';
import { useStatusLabel } from '#client/order-words.ts';
import type { PickupView } from '#client/shop/order/picking-up.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import { CopyButton } from '#components/form/copy-button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { QrCode } from '#components/order/qr-code.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import { Thumb } from '#components/product/thumb.tsx';
import type { Pickup } from '#contract/order/after-purchase.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { formatPickupCode, pickupPayload } from '#domain/order/pickup-code.ts';
import { formatWindow } from '#domain/spans.ts';
import { IconBuildingStore, IconUser } from '@tabler/icons-react';
import styles from './picked-up.module.css';
import { PickupPoint } from './pickup-point.tsx';
import { keptUntil, pickupSaid } from './pickup-words.ts';

/** An order to be fetched, as far as it is known here, or why there is none, and the way on. */
export function PickedUp({ state, send }: PickupView) {
  const noAnswer = useNoAnswer();
  const { pickup } = state.context;
  if (pickup && !state.hasTag('gone'))
    return (
      <Stack gap={3} gutter>
        <ScreenHeading hidden>Retirada do pedido {formatOrderCode(pickup.orderCode)}</ScreenHeading>
        {state.hasTag('offline') || state.hasTag('failed') ? <Stale {...{ send, noAnswer }} /> : null}
        <Counter pickup={pickup} />
        <PickupPoint pickup={pickup} />
        <Who pickup={pickup} />
        <Goods pickup={pickup} />
      </Stack>
    );
  if (state.hasTag('choosing')) return <Choose state={state} />;
  if (state.hasTag('busy') || state.matches('opening'))
    return (
      <Stack gap={3} gutter>
        <ScreenHeading hidden>Retirada</ScreenHeading>
        <Waiting text="Buscando a retirada">
          <CardSkeleton height="420px" />
          <CardSkeleton height="220px" />
        </Waiting>
      </Stack>
    );
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <Unreachable
        what="a retirada"
        problem={state.hasTag('offline') ? 'offline' : 'failed'}
        onRetry={() => send({ type: 'load.retried' })}
      />
    );
  return <Nothing isGone={state.hasTag('gone')} />;
}

function Nothing({ isGone }: { isGone: boolean }) {
  const linkTo = useLinkTo();
  return (
    <EmptyState
      heading
      drawing={isGone ? 'search' : 'basket'}
      title={isGone ? 'Não há retirada para este pedido' : 'Nenhum pedido para retirar'}
      text={
        isGone
          ? 'Ele não é de retirada, ou não está na sua conta.'
          : 'Um pedido de retirada aparece aqui assim que é pago.'
      }
      action={<Button link={linkTo('app.accountDashboard')}>Ver meus pedidos</Button>}
    />
  );
}

function Stale({ send, noAnswer }: Pick<PickupView, 'send'> & { noAnswer: NoAnswer }) {
  return (
    <RefusalNote
      tone="info"
      text={noAnswer.say(
        'O que aparece aqui é o que sabíamos por último, e o código vale no balcão.',
        'O que aparece aqui é o que sabíamos por último.',
      )}
      {...(noAnswer.isOnline
        ? { remedy: { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) } }
        : {})}
    />
  );
}

function Choose({ state }: Pick<PickupView, 'state'>) {
  const linkTo = useLinkTo();
  const labelOf = useStatusLabel();
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>Qual pedido você vai retirar?</ScreenHeading>
      <Card pad={false}>
        <RowList divided label="Pedidos de retirada">
          {state.context.choices.map(({ id, orderCode, state: stands, place }) => (
            <ListRow
              key={id}
              icon={<IconBuildingStore size={24} />}
              title={place ?? 'Retirada'}
              detail={`Pedido ${formatOrderCode(orderCode).slice(0, 9)} · ${labelOf(stands).text}`}
              link={linkTo('app.clickAndCollect', {}, { order: id })}
            />
          ))}
        </RowList>
      </Card>
    </Stack>
  );
}

/** What is shown at the counter: dark on white in any scheme, as large as there is room. */
function Counter({ pickup: { state, code, orderCode, window } }: { pickup: Pickup }) {
  const { chip, tone, title, text } = pickupSaid(state);
  return (
    <section aria-labelledby="pickup-state" className={code ? styles.counter : styles.state}>
      <Chip tone={tone}>{chip}</Chip>
      <h2 id="pickup-state" className={styles.title}>
        {title}
      </h2>
      {code ? <QrCode text={pickupPayload(orderCode, code)} label="Código de retirada em QR" /> : null}
      <p className={styles.text}>{text}</p>
      {code ? (
        <>
          <p className={styles.code} translate="no">
            {formatPickupCode(code)}
          </p>
          <p className={styles.text}>Funciona sem internet</p>
        </>
      ) : window ? (
        <p className={styles.text}>
          Combinado para {formatWindow(Date.parse(window.start), Date.parse(window.end))}
        </p>
      ) : null}
    </section>
  );
}

/** Who may come: whoever has the code, and who that should be. */
function Who({ pickup }: { pickup: Pickup }) {
  const now = useNow(60_000);
  const late = keptUntil(pickup, now);
  return (
    <Stack gap={2}>
      <AddressCard
        icon={<IconUser size={24} />}
        title={`${pickup.who} retira`}
        detail="Outra pessoa vai buscar? Ela diz o código no balcão."
      />
      {pickup.code && !late?.isLate ? (
        <CopyButton
          kind="soft"
          text={`Código de retirada ${formatPickupCode(pickup.code)}, pedido ${formatOrderCode(pickup.orderCode)}${pickup.point ? `, em ${pickup.point.name}, ${pickup.point.address}` : ''}.`}
        >
          Copiar código para enviar
        </CopyButton>
      ) : null}
    </Stack>
  );
}

function Goods({ pickup: { items } }: { pickup: Pickup }) {
  return (
    <Card as="section" labelledBy="pickup-items">
      <Stack gap={3}>
        <Text as="h2" id="pickup-items" size={18} weight={600}>
          Itens
        </Text>
        <ul className={styles.items}>
          {items.map(({ name, quantity, unit, image, tint }, index) => (
            // One item may stand there twice, filled otherwise.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={styles.item}>
              <Thumb src={image ?? null} tint={tintOf(tint ?? name)} size={48} />
              <span>
                {quantity} × {name}
                {unit ? `, ${unit}` : ''}
              </span>
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}
