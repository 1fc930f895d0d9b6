import { AppScreen } from '#app/app-screen.tsx';
import { useTenant } from '#app/hooks.ts';
import { useLinkTo } from '#app/links.ts';
import { ScreenLink } from '#app/screen-link.tsx';
import { Card } from '#components/card.tsx';
import { ListRow, RowList } from '#components/list-row.tsx';
import { ScreenHeading } from '#components/screen-heading.tsx';
import { Stack } from '#components/stack.tsx';
import { Text } from '#components/text.tsx';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';

/** Ways to sign in. Only those that work are shown. */
export function LoginOptionsScreen() {
  const linkTo = useLinkTo();
  const { partner } = useTenant();
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>Entrar na {partner}</ScreenHeading>
          <Text tone="soft">
            Sem senha: você recebe um código e pronto. Se for a primeira vez, criamos o seu cadastro em
            seguida.
          </Text>
        </Stack>
        <Card pad={false}>
          <RowList divided label="Como receber o código">
            <ListRow
              icon={<IconDeviceMobile size={24} />}
              title="Receber código por SMS"
              detail="No seu celular"
              link={linkTo('login.request', { type: 'login', channel: 'phone' })}
            />
            <ListRow
              icon={<IconMail size={24} />}
              title="Receber código por e-mail"
              detail="Na sua caixa de entrada"
              link={linkTo('login.request', { type: 'login', channel: 'email' })}
            />
          </RowList>
        </Card>
        <Text size={13} tone="quiet">
          Ao entrar, você concorda com os termos da loja.{' '}
          <ScreenLink to="app.about">Ler os termos</ScreenLink>
        </Text>
      </Stack>
    </AppScreen>
  );
}
