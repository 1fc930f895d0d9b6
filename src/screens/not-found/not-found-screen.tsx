import { AppScreen } from '#app/app-screen.tsx';
import { useIsOutside } from '#app/frame-parts.ts';
import { useLinkTo } from '#app/links.ts';
import { Button } from '#components/button.tsx';
import { Card } from '#components/card.tsx';
import { EmptyState } from '#components/empty-state.tsx';
import { ListRow, RowList } from '#components/list-row.tsx';
import { IconBuildingStore, IconInfoCircle, IconUser } from '@tabler/icons-react';

/** For addresses that lead nowhere, and for campaigns and products that are gone: what to do instead. */
export function NotFoundScreen() {
  const linkTo = useLinkTo();
  const isOutside = useIsOutside();
  return (
    <AppScreen title="Página não encontrada" width="narrow" refusal={false}>
      <EmptyState
        heading
        drawing="search"
        title="Não encontramos esta página"
        text="O endereço pode ter mudado, ou a campanha já saiu da vitrine."
        action={<Button link={linkTo('app.home')}>Ir para o início</Button>}
        after={isOutside ? null : (
          <Card pad={false}>
            <RowList divided label="Outros caminhos">
              <ListRow icon={<IconBuildingStore size={24} />} title="Todas as campanhas" link={linkTo('app.newHome')} />
              <ListRow icon={<IconUser size={24} />} title="Sua conta e seus pedidos" link={linkTo('app.accountDashboard')} />
              <ListRow icon={<IconInfoCircle size={24} />} title="Sobre a loja" link={linkTo('app.about')} />
            </RowList>
          </Card>
        )}
      />
    </AppScreen>
  );
}
