import { refusalText } from '#client/forms/form.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { useConsents } from '#client/shop/account/privacy.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Consent, ConsentPurpose } from '#contract/people/privacy.ts';
import { formatDay } from '#domain/dates.ts';

const words: Record<ConsentPurpose, { label: string; help: string }> = {
  push: { label: 'Avisos neste e em outros aparelhos', help: 'Sobre os seus pedidos e as campanhas.' },
  location: { label: 'Avisos pelo lugar onde você está', help: 'Só campanhas que entregam perto de você.' },
  measurement: { label: 'Contar como a loja é usada', help: 'Só números por dia, sem dizer quem.' },
};
const texts = { terms: 'Termos de uso', privacy: 'Política de privacidade' } as const;

const since = ({ granted, at }: Consent): string =>
  at === undefined
    ? 'Você ainda não permitiu.'
    : `${granted ? 'Permitido' : 'Retirado'} em ${formatDay(Date.parse(at))}.`;

/** What a person allows, each with its date, and the texts that they accepted. */
export function Consents() {
  const { state, send } = useConsents();
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const { consents, choice, problem } = state.context;
  const isHeard = state.matches('idle') || state.matches('choosing');
  const again = { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) };
  return (
    <Section title="Privacidade">
      <Stack gap={4}>
        {state.hasTag('offline') ? (
          <RefusalNote
            text={noAnswer.say(
              'Mostramos o que você permite quando a conexão voltar.',
              'Ainda não sabemos o que você permite: já estamos perguntando.',
            )}
            remedy={again}
          />
        ) : null}
        {state.hasTag('failed') ? (
          <RefusalNote tone="bad" text="Não conseguimos abrir o que você permite." remedy={again} />
        ) : null}
        {state.matches('loading') ? (
          <Waiting text="Carregando o que você permite">
            <RowsSkeleton count={3} />
          </Waiting>
        ) : null}
        {isHeard && problem ? <RefusalNote tone="bad" text={refusalText(problem)} /> : null}
        {isHeard
          ? consents.map((consent) => {
              const { purpose } = consent;
              if (purpose === 'terms' || purpose === 'privacy') return null;
              return (
                <Checkbox
                  key={purpose}
                  name={`consent-${purpose}`}
                  label={words[purpose].label}
                  help={`${words[purpose].help} ${since(consent)}`}
                  checked={choice?.purpose === purpose ? choice.granted : consent.granted}
                  disabled={choice !== null && choice.purpose !== purpose}
                  onChange={(granted) => send({ type: 'consent.chosen', purpose, granted })}
                />
              );
            })
          : null}
        {isHeard
          ? consents.map(({ purpose, version, at }) =>
              (purpose === 'terms' || purpose === 'privacy') && at !== undefined ? (
                <Text key={purpose} size={15} tone="soft">
                  {`${texts[purpose]}, versão ${version}: aceita em ${formatDay(Date.parse(at))}.`}
                </Text>
              ) : null,
            )
          : null}
        <TextLink link={linkTo('app.privacy')}>Ler a política de privacidade</TextLink>
      </Stack>
    </Section>
  );
}
