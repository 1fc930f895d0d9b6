import { AppScreen } from '#client/app-screen.tsx';
import { useLinkTo } from '#client/links.ts';
import { useSignInLink } from '#client/person/link.ts';
import { type SsoView, useSso } from '#client/sso.ts';
import { SsoButtons, SsoNote } from '#client/sso-ways.tsx';
import { Button } from '#components/form/button.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SignInLink } from './sign-in-link.tsx';

/** The end of a sign-in with another account, as its chart has it. */
export function Authentication(view: SsoView) {
  const linkTo = useLinkTo();
  const { state } = view;
  const isBusy = state.hasTag('busy');
  return (
    <Stack gap={6} gutter>
      <Stack gap={2}>
        <ScreenHeading size={36}>{isBusy ? 'Entrando' : 'Não deu para entrar'}</ScreenHeading>
        <Text tone="soft">
          {isBusy
            ? 'Conferimos com a outra conta quem você é. É só um instante.'
            : 'Nada se perdeu. Escolha como continuar.'}
        </Text>
      </Stack>
      <SsoNote {...view} />
      {isBusy ? null : (
        <Stack gap={2}>
          <SsoButtons {...view} />
          <Button
            kind="soft"
            icon={<IconDeviceMobile size={22} />}
            link={linkTo('login.request', { type: 'login', channel: 'phone' })}
          >
            Receber código por SMS
          </Button>
          <Button
            kind="soft"
            icon={<IconMail size={22} />}
            link={linkTo('login.request', { type: 'login', channel: 'email' })}
          >
            Receber código por e-mail
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

/** Where a sign-in ends that has no page waiting for it: by the link of an e-mail, else with another account (D87). */
export function AuthenticationScreen() {
  const link = useSignInLink();
  return link.state.matches('absent') ? (
    <OfAnotherAccount />
  ) : (
    <Ending isBusy={link.state.hasTag('busy')}>
      <SignInLink {...link} />
    </Ending>
  );
}

function OfAnotherAccount() {
  const view = useSso(true);
  return (
    <Ending isBusy={view.state.hasTag('busy')}>
      <Authentication {...view} />
    </Ending>
  );
}

function Ending({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const linkTo = useLinkTo();
  return (
    <AppScreen width="narrow" cart={false} back={linkTo('login.options')} busy={isBusy}>
      {children}
    </AppScreen>
  );
}
