import { AppScreen } from '#client/app-screen.tsx';
import { useCartCount } from '#client/frame-parts.ts';
import { useAppState } from '#client/hooks.ts';
import { useReasonHere, useRemedy } from '#client/last-refusal.tsx';
import { useLinkTo, useScreen } from '#client/links.ts';
import { refusalWords } from '#client/refusal-words.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { IconHelp, IconLogin2, IconPackage, IconShoppingCart } from '@tabler/icons-react';

/**
 * Why one is not where one wanted to be, where no other screen says it, and what can be done now: only what leads
 * where it says. An address that gives no such reason is told no story. Source: D76, D88.
 */
export function WhatNowScreen() {
  const { search } = useScreen('app.whatNow');
  const reason = useReasonHere(search.reason);
  const remedy = useRemedy(reason);
  const linkTo = useLinkTo();
  return (
    <AppScreen title="E agora?" refusal={false} width="narrow">
      <EmptyState
        heading
        drawing="search"
        title={reason ? 'Não deu para abrir esta página' : 'O que você quer fazer?'}
        text={reason ? refusalWords[reason] : 'Escolha por onde continuar.'}
        action={
          <Button link={remedy?.link ?? linkTo('app.newHome')}>{remedy?.label ?? 'Ver as campanhas'}</Button>
        }
      />
      <Stack gutter>
        <Ways />
      </Stack>
    </AppScreen>
  );
}

/** What is open to anybody, then what is known later of who is here: nothing moves for it. */
function Ways() {
  const linkTo = useLinkTo();
  const session = useAppState(({ context }) => context.session);
  const hasLines = useCartCount() > 0;
  return (
    <Card pad={false}>
      <RowList divided label="O que você pode fazer agora">
        <ListRow
          icon={<IconPackage size={24} />}
          title="Acompanhar um pedido"
          detail="Com o código dele"
          link={linkTo('app.orderTrackingSearch')}
        />
        <ListRow icon={<IconHelp size={24} />} title="Falar com a loja" link={linkTo('app.contact')} />
        {hasLines ? (
          <ListRow icon={<IconShoppingCart size={24} />} title="Ver o carrinho" link={linkTo('app.cart')} />
        ) : null}
        {session === 'client' ? (
          <ListRow
            icon={<IconPackage size={24} />}
            title="Ver meus pedidos"
            link={linkTo('app.accountDashboard')}
          />
        ) : null}
        {session === 'visitor' ? (
          <ListRow icon={<IconLogin2 size={24} />} title="Entrar" link={linkTo('login.options')} />
        ) : null}
      </RowList>
    </Card>
  );
}
