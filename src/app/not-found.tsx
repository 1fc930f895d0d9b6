import { Button } from '#components/button.tsx';
import { EmptyState } from '#components/empty-state.tsx';
import { useLinkTo } from './links.ts';
import { AppScreen } from './app-screen.tsx';

/** For addresses that lead nowhere, and for campaigns and products that are gone. */
export function NotFound() {
  const linkTo = useLinkTo();
  return (
    <AppScreen title="Página não encontrada" width="narrow">
      <EmptyState heading drawing="search" title="Não encontramos esta página" text="O endereço pode ter mudado, ou a campanha já saiu da vitrine." action={<Button link={linkTo('app.home')}>Ver as campanhas</Button>} />
    </AppScreen>
  );
}
