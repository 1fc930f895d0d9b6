import { AppScreen } from '#client/app-screen.tsx';
import { useAppState } from '#client/hooks.ts';
import { useIsOutside } from '#client/frame-parts.ts';
import { useLinkTo } from '#client/links.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { IconBuildingStore, IconInfoCircle, IconUser } from '@tabler/icons-react';

/**
 * For addresses that lead nowhere, and for campaigns, products and orders that are gone: what to do instead.
 */
export function NotFoundScreen() {
  const linkTo = useLinkTo();
  const isOutside = useIsOutside();
  const isOrder = useAppState(
    ({ context }) => context.order?.standing === 'gone' && 'orderCode' in context.asked.params,
  );
  const words = isOrder
    ? { title: 'Não encontramos este pedido', text: 'Confira o código, ou veja a lista dos seus pedidos.' }
    : {
        title: 'Não encontramos esta página',
        text: 'O endereço pode ter mudado, ou a campanha já saiu da vitrine.',
      };
  const way = isOrder
    ? { link: linkTo('app.accountDashboard'), children: 'Ver meus pedidos' }
    : { link: linkTo('app.home'), children: 'Ir para o início' };
  return (
    <AppScreen
      title={isOrder ? 'Pedido não encontrado' : 'Página não encontrada'}
      width="narrow"
      refusal={false}
    >
      <EmptyState
        heading
        drawing="search"
        {...words}
        action={<Button {...way} />}
        after={
          isOutside ? null : (
            <Card pad={false}>
              <RowList divided label="Outros caminhos">
                <ListRow
                  icon={<IconBuildingStore size={24} />}
                  title="Todas as campanhas"
                  link={linkTo('app.newHome')}
                />
                <ListRow
                  icon={<IconUser size={24} />}
                  title="Sua conta e seus pedidos"
                  link={linkTo('app.accountDashboard')}
                />
                <ListRow
                  icon={<IconInfoCircle size={24} />}
                  title="Sobre a loja"
                  link={linkTo('app.about')}
                />
              </RowList>
            </Card>
          )
        }
      />
    </AppScreen>
  );
}
