import { useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { Card } from '#components/layout/card.tsx';
import { later } from '#components/layout/later.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { CouponCard } from '#components/order/coupon-card.tsx';
import { formatReais } from '#domain/money/money.ts';
import { IconTicket } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { CartMoney } from './cart-money.ts';
import styles from './coupon-box.module.css';
import { type CartCoupon, useCartCoupon, useCouponWays, useTriedCoupon } from './coupon.ts';
import { couponRefusalText } from './coupon-words.ts';

const CouponForm = later(
  'client/shop/cart/coupon-form.tsx',
  async () => (await import('./coupon-form.tsx')).CouponForm,
);

/** The coupon of the cart, and where one is typed: folded until somebody has one. */
export function CouponBox({ money }: { money: CartMoney }) {
  const coupon = useCartCoupon(money);
  const { code, state } = useTriedCoupon();
  const [isOpen, setOpen] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState(state);
  const [isDone, setDone] = useState(false);
  // Taken, the field gives way to the coupon; where the focus was in the field, the coupon has it.
  if (last !== state) {
    setLast(state);
    if (last === 'checking' && state === 'none') {
      setDone(isOpen);
      setOpen(false);
    }
  }
  useEffect(() => {
    if (isDone) card.current?.focus();
  }, [isDone]);
  const isTrying = state !== 'none' && state !== 'waiting';
  const open = () => {
    setDone(false);
    setOpen(true);
  };
  return (
    <Card>
      <div role="group" aria-label="Cupom de desconto" className={styles.box}>
        {coupon ? <Held coupon={coupon} ref={card} onChange={isOpen || isTrying ? undefined : open} /> : null}
        {state === 'waiting' ? <WaitingCoupon code={code} /> : null}
        {isOpen || isTrying ? (
          <CouponForm money={money} onClose={() => setOpen(false)} />
        ) : coupon || state === 'waiting' ? null : (
          <p className={styles.folded}>
            <IconTicket size={24} aria-hidden="true" />
            <TextLink onClick={open}>Tenho um cupom</TextLink>
          </p>
        )}
      </div>
    </Card>
  );
}

/** The one that the cart has: what it saves, or why it does not count and what mends that. */
function Held({
  coupon,
  ref,
  onChange,
}: {
  coupon: CartCoupon;
  ref: Ref<HTMLDivElement>;
  onChange: (() => void) | undefined;
}) {
  const linkTo = useLinkTo();
  const { remove } = useCouponWays();
  const campaign = useRootState(
    'cart',
    ({ context: { priced, lines } }) => priced?.couponTerms?.campaignIds?.[0] ?? lines[0]?.campaignId,
  );
  const { code } = coupon;
  const isOfGoods = coupon.state === 'refused' && ['CAMPAIGN', 'MIN_TOTAL'].includes(coupon.reason);
  return (
    <CouponCard
      ref={ref}
      code={code}
      {...said(coupon)}
      actions={
        <>
          {isOfGoods && campaign ? (
            <TextLink link={linkTo('app.catalog', { campaign })}>Ver produtos</TextLink>
          ) : onChange ? (
            <TextLink onClick={onChange} label={`Trocar o cupom ${code}`}>
              Trocar
            </TextLink>
          ) : null}
          <TextLink onClick={remove} label={`Remover o cupom ${code}`}>
            Remover
          </TextLink>
        </>
      }
    />
  );
}

function said(coupon: CartCoupon): { text: string; tone: 'save' | 'warn' | 'quiet' } {
  switch (coupon.state) {
    case 'checking':
      return { text: 'Conferindo o cupom', tone: 'quiet' };
    case 'refused':
      return { text: couponRefusalText(coupon, coupon.code, coupon.missing), tone: 'warn' };
    case 'counts':
      return {
        text: coupon.isFree
          ? 'Entrega grátis neste pedido'
          : `${formatReais(coupon.amount)} a menos neste pedido`,
        tone: 'save',
      };
  }
}

/** One that came before the first product. */
export function WaitingCoupon({ code }: { code: string }) {
  const { forget } = useCouponWays();
  return (
    <CouponCard
      code={code}
      text="Guardado: entra no carrinho com o primeiro produto."
      tone="quiet"
      actions={
        <TextLink onClick={forget} label={`Remover o cupom ${code}`}>
          Remover
        </TextLink>
      }
    />
  );
}
