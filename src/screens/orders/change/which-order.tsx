import { AppScreen } from '#client/app-screen.tsx';
import { useLinkTo } from '#client/links.ts';
import { Button } from '#components/form/button.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';

/** The address does not say which order it is about (D76): where its code is typed. */
export function WhichOrder() {
  const linkTo = useLinkTo();
  return (
    <AppScreen width="narrow" cart={false}>
      <EmptyState
        heading
        drawing="search"
        title="De qual pedido?"
        text="Digite o código dele primeiro; dali dá para ver tudo com um código enviado ao contato do pedido."
        action={<Button link={linkTo('app.orderTrackingSearch')}>Digitar o código do pedido</Button>}
      />
    </AppScreen>
  );
}
