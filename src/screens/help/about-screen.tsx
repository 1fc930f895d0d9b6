import { AppScreen } from '#client/app-screen.tsx';
import { HelpChannels } from '#client/help/channels.tsx';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { Breakable } from '#components/layout/breakable.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { TenantLegal } from '#contract/tenant/tenant.ts';
import { formatAddress } from '#domain/place/address-text.ts';
import { CLIENT_VERSION } from '#domain/constants.ts';
import styles from './about-screen.module.css';
import { IconBuildingStore, IconClock, IconMapPin, IconPackage } from '@tabler/icons-react';

/** 12345678000195 → 12.345.678/0001-95 */
const formatCnpj = (digits: string): string =>
  digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, '$1.$2.$3/$4-$5');

/** Who sells, where to find them and on what terms. Source: Decree 7.962/2013, art. 2. */
export function AboutScreen() {
  const { legal, partner } = useTenant();
  const linkTo = useLinkTo();
  return (
    <AppScreen title="Sobre a loja" width="narrow" labelledBy="sobre">
      <Stack gutter gap={4}>
        <ScreenHeading id="sobre">{partner}</ScreenHeading>
        {legal.fictional ? (
          <RefusalNote
            tone="info"
            text="Loja de demonstração: empresa, CNPJ e endereço são fictícios. Nada é cobrado nem entregue."
          />
        ) : null}
        <Card pad={false}>
          <RowList divided label="Quem vende">
            <ListRow
              icon={<IconBuildingStore size={24} />}
              title={legal.company}
              detail={`CNPJ ${formatCnpj(legal.cnpj)}`}
            />
            <ListRow
              icon={<IconMapPin size={24} />}
              title="Endereço"
              detail={formatAddress(legal.address).map((line) => (
                <span key={line} className={styles.line}>
                  {line}
                </span>
              ))}
            />
            <ListRow icon={<IconClock size={24} />} title="Atendimento" detail={legal.hours} />
          </RowList>
        </Card>
        <Card pad={false}>
          <HelpChannels hours={false}>
            <ListRow
              icon={<IconPackage size={24} />}
              title="Acompanhar um pedido"
              detail="Com o código dele, sem entrar"
              link={linkTo('app.orderTrackingSearch')}
            />
          </HelpChannels>
        </Card>
      </Stack>
      <Sections title="Termos de uso" {...legal.terms} />
      <Sections title="Privacidade" {...legal.privacy} />
      <Section>
        <Text>
          <TextLink link={linkTo('app.privacy')}>O que a loja guarda sobre você</TextLink>
        </Text>
      </Section>
      <Section>
        <Text size={13} tone="quiet" numeric>{`Vitrine ${CLIENT_VERSION}`}</Text>
      </Section>
    </AppScreen>
  );
}

function Sections({ title, version, sections }: { title: string } & TenantLegal['terms']) {
  return (
    <Section title={title}>
      <Stack gap={4}>
        {sections.map((part) => (
          <div key={part.title}>
            <Text as="h3" weight={600}>
              {part.title}
            </Text>
            <Text tone="soft">
              <Breakable>{part.text}</Breakable>
            </Text>
          </div>
        ))}
        <Text size={13} tone="quiet">{`Versão ${version}`}</Text>
      </Stack>
    </Section>
  );
}
