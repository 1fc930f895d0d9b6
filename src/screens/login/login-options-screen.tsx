import { AppScreen } from '#client/app-screen.tsx';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { ScreenLink } from '#client/screen-link.tsx';
import { useSso } from '#client/sso.ts';
import { SsoNote, SsoSign, useSsoWays } from '#client/sso-ways.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconDeviceMobile, IconMail, IconPackage } from '@tabler/icons-react';

/** Ways to sign in. Only those that work are shown. */
export function LoginOptionsScreen() {
  const linkTo = useLinkTo();
  const { partner } = useTenant();
  const ways = useSsoWays();
  const sso = useSso();
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>{`Entrar na ${partner}`}</ScreenHeading>
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
        {ways.length > 0 ? (
          <Card pad={false}>
            <RowList divided label="Entrar com outra conta">
              {ways.map(({ id, label, icon }) => (
                <ListRow
                  key={id}
                  icon={<SsoSign icon={icon} />}
                  title={label}
                  detail={
                    sso.state.hasTag('busy') && sso.state.context.provider === id
                      ? 'Abrindo…'
                      : 'Sem código, com a conta que você já tem'
                  }
                  onClick={() => sso.choose(id)}
                />
              ))}
            </RowList>
          </Card>
        ) : null}
        <SsoNote {...sso} />
        <Card pad={false}>
          <RowList label="Sem entrar">
            <ListRow
              icon={<IconPackage size={24} />}
              title="Acompanhar um pedido"
              detail="Só com o código dele"
              link={linkTo('app.orderTrackingSearch')}
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
