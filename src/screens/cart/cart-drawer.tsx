import { useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useCartMoney } from '#client/shop/cart/cart-money.ts';
import { Button } from '#components/form/button.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { SummaryLines } from '#components/order/summary-lines.tsx';
import { CartEmpty } from './cart-empty.tsx';
import { CartGroups } from './cart-groups.tsx';
import { useCheckoutBlocker } from './checkout-blocker.ts';
import { ChooseAnew } from './choose-anew.tsx';
import { CartNotes } from './cart-notes.tsx';
import { useCartSummary } from './cart-summary.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** The cart beside whatever one is looking at, on a desktop. */
export function CartDrawer({ open, onClose }: Props) {
  const isEmpty = useRootState('cart', (s) => s.context.lines.length === 0 && !s.context.saved?.length);
  return (
    <Sheet
      open={open}
      title="Carrinho"
      side="right"
      onClose={onClose}
      foot={isEmpty ? undefined : <Foot onClose={onClose} />}
    >
      {isEmpty ? <CartEmpty /> : <Lines />}
    </Sheet>
  );
}

function Lines() {
  const money = useCartMoney();
  return (
    <Stack gap={6}>
      <CartNotes />
      <CartGroups money={money} compact />
    </Stack>
  );
}

function Foot({ onClose }: Pick<Props, 'onClose'>) {
  const linkTo = useLinkTo();
  const money = useCartMoney();
  const next = useCheckoutBlocker();
  const { amount, totalLabel, coupon } = useCartSummary(money);
  const { href, onClick } = linkTo('app.cart');
  return (
    <Stack gap={3}>
      <SummaryLines lines={coupon} total={{ label: totalLabel, amount }} />
      <SubmitButton onClick={next.proceed} busy={next.isBusy} reason={next.reason} remedy={next.remedy}>
        {next.label}
      </SubmitButton>
      <ChooseAnew next={next} />
      <Button
        kind="ghost"
        link={{
          href,
          onClick: (event) => {
            onClose();
            onClick?.(event);
          },
        }}
      >
        Ver o carrinho inteiro
      </Button>
    </Stack>
  );
}
