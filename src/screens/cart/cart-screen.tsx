import { AppScreen } from '#client/app-screen.tsx';
import { useRefusalReason, useRoot, useRootState } from '#client/hooks.ts';
import { useCartCount } from '#client/frame-parts.ts';
import { useCartMoney } from '#client/shop/cart/cart-money.ts';
import { CouponBox } from '#client/shop/cart/coupon-box.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Button } from '#components/form/button.tsx';
import { Reason } from '#components/form/reason.tsx';
import { Card } from '#components/layout/card.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { later } from '#components/layout/later.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { DesktopOnly, PhoneOnly } from '#components/layout/viewport.tsx';
import { lineKey } from '#domain/cart-line.ts';
import { useState } from 'react';
import { CartEmpty } from './cart-empty.tsx';
import { CartGroups } from './cart-groups.tsx';
import { useCheckoutBlocker } from './checkout-blocker.ts';
import { ChooseAnew } from './choose-anew.tsx';
import { CartNotes } from './cart-notes.tsx';
import styles from './cart-screen.module.css';
import { CartSummary, useCartSummary } from './cart-summary.tsx';

/** Stands last, so that nothing moves when it comes. */
const CartHurry = later(
  'screens/cart/cart-hurry.tsx',
  async () => (await import('./cart-hurry.tsx')).CartHurry,
  null,
  { afterwards: true },
);

const countText = (count: number): string => (count === 1 ? '1 item' : `${count} itens`);

/** The cart: what is in it, what it costs, and the way on. */
export function CartScreen() {
  const isEmpty = useRootState('cart', (s) => s.context.lines.length === 0 && !s.context.saved?.length);
  const isMerging = useRootState('cart', (s) => s.hasTag('busy'));
  const count = useCartCount();
  // An empty cart says itself that it is empty.
  const isNews = useRefusalReason() !== 'cart.empty';
  const [isAsking, setAsking] = useState(false);
  if (isEmpty)
    return (
      <AppScreen title="Carrinho" cart={false} busy={isMerging} refusal={isMerging || isNews}>
        {isMerging ? <CartSkeleton /> : <CartEmpty />}
      </AppScreen>
    );
  const empty = (
    <TextLink onClick={() => setAsking(true)} label="Esvaziar o carrinho">
      Esvaziar
    </TextLink>
  );
  return (
    <AppScreen title="Carrinho" subtitle={countText(count)} cart={false} action={empty}>
      <div className={styles.heading}>
        <Row between align="baseline">
          <ScreenHeading>Carrinho</ScreenHeading>
          <DesktopOnly>{empty}</DesktopOnly>
        </Row>
        <DesktopOnly>
          <Text tone="quiet" size={15}>
            {countText(count)}
          </Text>
        </DesktopOnly>
      </div>
      <Contents />
      <EmptyingSheet open={isAsking} onClose={() => setAsking(false)} />
    </AppScreen>
  );
}

function Contents() {
  const money = useCartMoney();
  const next = useCheckoutBlocker();
  const { amount, totalLabel } = useCartSummary(money);
  // What a campaign says about its lines stands above the sums, and would push them down.
  const isWaiting = useRootState('campaigns', (s) => !s.context.isKnown && s.hasTag('busy'));
  const action = (
    <Stack gap={2}>
      <SubmitButton
        onClick={next.proceed}
        busy={next.isBusy}
        busyText="Só um instante"
        reason={next.reason}
        remedy={next.remedy}
      >
        {next.label}
      </SubmitButton>
      <ChooseAnew next={next} />
    </Stack>
  );
  const summary = isWaiting ? null : (
    <div className={styles.summary}>
      <CouponBox money={money} />
      <Card as="section" labelledBy="cart-summary">
        <DesktopOnly>
          <h2 id="cart-summary" className={styles.title}>
            Resumo
          </h2>
        </DesktopOnly>
        <CartSummary money={money} />
        <DesktopOnly>
          <div className={styles.action}>{action}</div>
        </DesktopOnly>
      </Card>
      <CartHurry />
    </div>
  );
  return (
    <>
      <Columns kind="checkout" side={summary}>
        <div className={styles.groups}>
          <CartNotes />
          <CartGroups money={money} />
        </div>
      </Columns>
      <PhoneOnly>
        <ActionBar
          label={totalLabel}
          total={amount}
          reason={next.reason ? <Reason remedy={next.remedy}>{next.reason}</Reason> : undefined}
        >
          <Button onClick={next.proceed} busy={next.isBusy} disabled={next.reason !== null}>
            {next.label}
          </Button>
          <ChooseAnew next={next} />
        </ActionBar>
      </PhoneOnly>
    </>
  );
}

/** Everything at once is asked about first; a single line is not, it is one tap to bring back. */
function EmptyingSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const cart = useRoot('cart');
  const clear = () => {
    for (const line of cart.getSnapshot().context.lines)
      cart.send({ type: 'line.removed', key: lineKey(line) });
    onClose();
  };
  return (
    <Sheet
      open={open}
      title="Esvaziar o carrinho?"
      onClose={onClose}
      foot={
        <Stack gap={2}>
          <Button kind="danger" onClick={clear}>
            Esvaziar
          </Button>
          <Button kind="soft" onClick={onClose}>
            Manter os produtos
          </Button>
        </Stack>
      }
    >
      <Text tone="soft">Todos os produtos saem do carrinho.</Text>
    </Sheet>
  );
}

function CartSkeleton() {
  return (
    <Waiting text="Carregando o carrinho">
      <div className={styles.waiting}>
        <CardSkeleton height="336px" />
        <CardSkeleton height="170px" />
        <CardSkeleton height="180px" />
      </div>
    </Waiting>
  );
}
