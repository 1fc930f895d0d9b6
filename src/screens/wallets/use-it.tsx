import { useCartCount } from '#client/frame-parts.ts';
import { useLinkTo } from '#client/links.ts';
import { Button } from '#components/form/button.tsx';

/** Where a balance is spent: in the cart, or first among the products. */
export function UseIt() {
  const linkTo = useLinkTo();
  const isEmpty = useCartCount() === 0;
  return isEmpty ? (
    <Button link={linkTo('app.newHome')}>Escolher o que comprar</Button>
  ) : (
    <Button link={linkTo('app.cart')}>Usar no carrinho</Button>
  );
}
