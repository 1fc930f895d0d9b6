import { AppScreen } from '#client/app-screen.tsx';
import { useRootState, useTenant } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useUnread } from '#client/person/unread.ts';
import { Chip } from '#components/form/chip.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { Card } from '#components/layout/card.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { firstName } from '#domain/person/first-name.ts';
import { formatPhone } from '#domain/person/phone.ts';
import {
  IconHeart,
  IconHelp,
  IconInfoCircle,
  IconMail,
  IconMapPin,
  IconShieldLock,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { Orders, useAreOrdersComing } from './orders.tsx';
import { SignOut } from './sign-out.tsx';

/** The person's own corner: their orders, and the few things they can do about their account. */
export function AccountDashboardScreen() {
  const { search } = useScreen('app.accountDashboard');
  const account = useRootState('session', (s) => s.context.account);
  const user = useRootState('session', (s) => s.context.user);
  const contact = account?.phone
    ? formatPhone(account.phone)
    : (account?.email ?? (user?.phone ? formatPhone(user.phone) : user?.email));
  const isComing = useAreOrdersComing();
  const linkTo = useLinkTo();
  return (
    <AppScreen title="Conta" back={false}>
      <Columns
        apart
        kind="even"
        side={<Menu />}
        sideLabel="Opções da conta"
        sideOnPhone={isComing ? 'hidden' : 'after'}
      >
        <Stack gap={6}>
          <Stack gap={1} gutter>
            <ScreenHeading>{account ? `Olá, ${firstName(account.name)}` : 'Sua conta'}</ScreenHeading>
            {contact ? (
              <Text tone="soft" numeric>
                <Breakable>{contact}</Breakable>
              </Text>
            ) : null}
          </Stack>
          <Unfinished />
          {account?.hasMissingInfo ? (
            <Stack gutter>
              <RefusalNote
                text="Complete seus dados: a loja ainda precisa deles para entregar os pedidos."
                remedy={{ label: 'Completar', link: linkTo('app.profile') }}
              />
            </Stack>
          ) : null}
          <Orders search={search} />
        </Stack>
      </Columns>
    </AppScreen>
  );
}

/** The contact is proved and the account is not made yet: orders need it, and nobody else would say so. */
function Unfinished() {
  const isUnfinished = useRootState('session', (s) => s.matches({ client: 'accountMissing' }));
  const linkTo = useLinkTo();
  return isUnfinished ? (
    <Stack gutter>
      <RefusalNote
        text="Falta terminar o seu cadastro: nome, CPF e CEP. Depois dele você já pode comprar."
        remedy={{ label: 'Completar cadastro', link: linkTo('signup.account') }}
      />
    </Stack>
  ) : null;
}

function Menu() {
  const linkTo = useLinkTo();
  const { help, payment } = useTenant();
  const unread = useUnread();
  return (
    <Stack gap={3} gutter>
      <Card pad={false}>
        <RowList divided label="Opções da conta">
          <ListRow icon={<IconUser size={24} />} title="Dados pessoais" link={linkTo('app.profile')} />
          <ListRow
            icon={<IconMail size={24} />}
            title="Mensagens"
            link={linkTo('app.messages')}
            {...(unread > 0
              ? { end: <Chip tone="info">{unread === 1 ? '1 nova' : `${unread} novas`}</Chip> }
              : {})}
          />
          {payment.methods.includes('WALLET') ? (
            <ListRow icon={<IconWallet size={24} />} title="Carteira" link={linkTo('app.wallets')} />
          ) : null}
          <ListRow icon={<IconHeart size={24} />} title="Gostos" link={linkTo('app.likings')} />
          <ListRow icon={<IconMapPin size={24} />} title="Onde entregar" link={linkTo('address.location')} />
          <ListRow
            icon={<IconHelp size={24} />}
            title={help.label}
            detail={help.hours}
            link={linkTo('app.contact')}
          />
          <ListRow icon={<IconInfoCircle size={24} />} title="Sobre a loja" link={linkTo('app.about')} />
          <ListRow icon={<IconShieldLock size={24} />} title="Privacidade" link={linkTo('app.privacy')} />
          <SignOut />
        </RowList>
      </Card>
    </Stack>
  );
}
