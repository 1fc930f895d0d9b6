import { AppScreen } from '#client/app-screen.tsx';
import { useLinkTo } from '#client/links.ts';
import { useSsoReturn } from '#client/sso.ts';
import { Button } from '#components/form/button.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { useEffect } from 'react';

/** The window that the provider sends back: it closes by itself, or ends the sign-in alone. */
export function SsoCallbackScreen() {
  const state = useSsoReturn();
  const linkTo = useLinkTo();
  const isAlone = state.matches('alone');
  const { href } = linkTo('login.auth');
  // A page of its own: what was wanted before is remembered, and this address is not what was wanted.
  useEffect(() => {
    if (isAlone) location.replace(href);
  }, [isAlone, href]);
  const [title, text] = state.matches('taken')
    ? ['Pronto', 'Você já pode fechar esta janela e continuar na loja.']
    : state.matches('empty')
      ? ['Nada a concluir', 'Este endereço só recebe quem volta de outra conta.']
      : ['Entrando', 'Levamos a resposta à página da loja. É só um instante.'];
  return (
    <AppScreen width="narrow" cart={false} busy={state.matches('handing') || isAlone}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>{title}</ScreenHeading>
          <Text tone="soft">{text}</Text>
        </Stack>
        {state.matches('empty') ? <Button link={linkTo('login.options')}>Entrar</Button> : null}
      </Stack>
    </AppScreen>
  );
}
