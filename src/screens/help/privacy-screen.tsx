import { AppScreen } from '#client/app-screen.tsx';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconBuildingStore, IconMail } from '@tabler/icons-react';

const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
/** 2026-11 → novembro de 2026; 2026-11-05 → 5 de novembro de 2026; null for a version that is no date. */
function dateOf(version: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(version) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (!name) return null;
  return `${day ? `${Number(day)} de ` : ''}${name} de ${year}`;
}

/**
 * What the store does with a person's data, in the words of its own policy, and whom to ask. The text comes
 * with the page, so it is there without a network too. Source: LGPD (Law 13.709/2018), art. 9; spec.md §2.
 */
export function PrivacyScreen() {
  const { legal, partner } = useTenant();
  const linkTo = useLinkTo();
  const { version, sections } = legal.privacy;
  const since = dateOf(version);
  return (
    <AppScreen title="Privacidade" width="narrow" labelledBy="privacidade">
      <Stack gutter gap={2}>
        <ScreenHeading id="privacidade">{`Seus dados na ${partner}`}</ScreenHeading>
        <Text tone="soft">{`${since ? `Vale desde ${since} · ` : ''}versão ${version}`}</Text>
      </Stack>
      {sections.length > 0 ? (
        sections.map(({ title, text }) => (
          <Section key={title} title={title}>
            <Text>
              <Breakable>{text}</Breakable>
            </Text>
          </Section>
        ))
      ) : (
        <Stack gutter>
          <RefusalNote
            tone="info"
            text="A política ainda não foi publicada. Pergunte à loja o que ela guarda e por quê: ela precisa responder."
          />
        </Stack>
      )}
      <Section title="Com quem falar">
        <Card pad={false}>
          <RowList divided label="Com quem falar sobre seus dados">
            <ListRow
              icon={<IconMail size={24} />}
              title="Escreva para a loja"
              detail={<Breakable>{legal.email}</Breakable>}
              link={{ href: `mailto:${legal.email}` }}
            />
            <ListRow
              icon={<IconBuildingStore size={24} />}
              title="Quem responde por eles"
              detail={legal.company}
              link={linkTo('app.about')}
            />
          </RowList>
        </Card>
      </Section>
    </AppScreen>
  );
}
