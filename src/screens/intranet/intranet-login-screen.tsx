import { AppScreen } from '#client/app-screen.tsx';
import { helpLink } from '#client/help-link.ts';
import { useRefusalReason, useTenant } from '#client/hooks.ts';
import { useMedia } from '#client/media.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconBrandWhatsapp, IconLock } from '@tabler/icons-react';
import styles from './intranet-login-screen.module.css';

/** The closed door of a company's store. Signing in as an employee comes later, and it says so. */
export function IntranetLoginScreen() {
  const { partner, logo, help, legal } = useTenant();
  // That the store is closed is what the whole screen says.
  const reason = useRefusalReason();
  const media = useMedia();
  return (
    <AppScreen top="none" width="narrow" refusal={reason !== null && reason !== 'intranet.closed'}>
      <Stack gap={6} gutter>
        <div className={styles.brand}>
          <img src={media(logo.mark)} alt="" width={72} height={72} className={styles.mark} />
          <ScreenHeading size={36}>{partner}</ScreenHeading>
          <Text tone="soft">
            A loja de quem trabalha na {legal.company}. Produtos e preços aparecem depois que você entra.
          </Text>
        </div>
        <Card>
          <Stack gap={3}>
            <span className={styles.lock} aria-hidden="true">
              <IconLock size={24} />
            </span>
            <Text size={18} weight={600} as="h2">
              Acesso com a sua matrícula
            </Text>
            <Text tone="soft">
              O acesso pela empresa abre em breve: você vai entrar com CPF ou matrícula e um código no seu
              celular. Enquanto isso, fale com a gente se precisar de algo.
            </Text>
            <Button link={helpLink(help)} icon={<IconBrandWhatsapp size={22} />}>
              {help.label}
            </Button>
          </Stack>
        </Card>
        <Text size={13} tone="quiet">
          {help.hours}
        </Text>
      </Stack>
    </AppScreen>
  );
}
