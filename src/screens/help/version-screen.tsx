import { AppScreen } from '#client/app-screen.tsx';
import { useOnline, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { freshPage } from '#client/help/fresh-page.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { Button } from '#components/form/button.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { CLIENT_VERSION } from '#domain/constants.ts';
import { isOutdated } from '#domain/version.ts';
import { useState } from 'react';

/**
 * Whether this version of the shop may go on, as the store's documents say; an old one is loaded anew, and what is
 * kept of it is thrown away. Nobody is held here. Source: specification §2; D64.
 */
export function VersionScreen() {
  const linkTo = useLinkTo();
  const isOnline = useOnline();
  const minVersion = useRootState('marketplace', ({ context }) => context.documents?.minVersion);
  const [isLoading, setLoading] = useState(false);
  const onward = linkTo('app.newHome');
  if (!isOutdated(CLIENT_VERSION, minVersion))
    return (
      <AppScreen title="Versão" width="narrow">
        <EmptyState
          heading
          title="Sua loja está em dia"
          text={`Versão ${CLIENT_VERSION}. Não é preciso atualizar.`}
          action={<Button link={onward}>Ver as campanhas</Button>}
        />
      </AppScreen>
    );
  const update = () => {
    setLoading(true);
    void freshPage();
  };
  return (
    <AppScreen title="Versão" width="narrow">
      <EmptyState
        heading
        title="Atualize a loja para continuar"
        text="Esta versão ficou antiga, e algumas coisas podem não funcionar. Seu carrinho fica guardado."
        action={
          <Button onClick={update} disabled={!isOnline || isLoading}>
            {isLoading ? 'Atualizando' : 'Atualizar agora'}
          </Button>
        }
        after={
          <Stack gap={3}>
            <Button kind="ghost" link={onward}>
              Continuar mesmo assim
            </Button>
            <Button kind="ghost" link={linkTo('app.contact')}>
              Continua igual: falar com a loja
            </Button>
          </Stack>
        }
      />
      <Stack gutter gap={3}>
        {isOnline ? null : <RefusalNote text="Você está sem internet. Atualize quando a conexão voltar." />}
        <Text
          size={13}
          tone="quiet"
          numeric
        >{`Sua versão: ${CLIENT_VERSION}. A loja pede a ${minVersion}.`}</Text>
      </Stack>
    </AppScreen>
  );
}
