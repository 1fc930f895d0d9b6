import { CartBar } from '#components/order/cart-bar.tsx';
import { useCartCount } from '#client/frame-parts.ts';
import { useLinkTo } from '#client/links.ts';
import { useCartTotal } from '#client/shop/cart/cart-total.ts';

/** The bar of the cart, which comes with the cart's chart: before it there is nothing to sum. */
export function Cart() {
  const linkTo = useLinkTo();
  const count = useCartCount();
  return <CartBar count={count} total={useCartTotal()} link={linkTo('app.cart')} />;
}
