import { AppScreen } from '#client/app-screen.tsx';
import { useGo } from '#client/links.ts';
import { useSsoReturn } from '#client/sso.ts';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { useEffect } from 'react';

/** The window that the provider sends back: it closes by itself, or ends the sign-in alone. */
export function SsoCallbackScreen() {
  const state = useSsoReturn();
  const go = useGo();
  const isAlone = state.matches('alone');
  useEffect(() => {
    if (isAlone) go('app.authentication');
  }, [isAlone, go]);
  const isTaken = state.matches('taken');
  return (
    <AppScreen width="narrow" cart={false} back="closed" busy={!isTaken}>
      <Stack gap={2} gutter>
        <ScreenHeading size={36}>{isTaken ? 'Pronto' : 'Entrando'}</ScreenHeading>
        <Text tone="soft">
          {isTaken
            ? 'Você já pode fechar esta janela e continuar na loja.'
            : 'Levamos a resposta à página da loja. É só um instante.'}
        </Text>
      </Stack>
    </AppScreen>
  );
}
