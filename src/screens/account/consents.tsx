import { refusalText } from '#client/forms/form.ts';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { useConsents } from '#client/shop/account/privacy.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
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
const texts = {
  terms: { name: 'Termos de uso', accepted: 'aceitos' },
  privacy: { name: 'Política de privacidade', accepted: 'aceita' },
} as const;

// The short name of a month ends with a full stop of its own.
const since = ({ granted, at }: Consent): string =>
  at === undefined
    ? 'Você ainda não permitiu.'
    : `${granted ? 'Permitido' : 'Retirado'} em ${formatDay(Date.parse(at))}`;

/** What a person allows, each with its date, and the texts that they accepted. */
export function Consents() {
  const { state, send } = useConsents();
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const { legal } = useTenant();
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
                  onChange={(granted) =>
                    send({ type: 'consent.chosen', purpose, granted, version: legal.privacy.version })
                  }
                />
              );
            })
          : null}
        {isHeard
          ? consents.map((consent) =>
              consent.purpose === 'terms' || consent.purpose === 'privacy' ? (
                <StoreText
                  key={consent.purpose}
                  purpose={consent.purpose}
                  said={consent}
                  isBusy={choice !== null}
                  onAccept={(version) =>
                    send({ type: 'consent.chosen', purpose: consent.purpose, granted: true, version })
                  }
                />
              ) : null,
            )
          : null}
        <TextLink link={linkTo('app.privacy')}>Ler a política de privacidade</TextLink>
      </Stack>
    </Section>
  );
}

/** A text of the store: which version was accepted, and the way to accept the one that holds now. */
function StoreText(props: {
  purpose: 'terms' | 'privacy';
  said: Consent;
  isBusy: boolean;
  onAccept: (version: string) => void;
}) {
  const { purpose, said, isBusy, onAccept } = props;
  const { version } = useTenant().legal[purpose];
  const { name, accepted } = texts[purpose];
  const day = said.at === undefined ? '' : formatDay(Date.parse(said.at));
  const isNow = said.granted && said.version === version;
  return (
    <Stack gap={2}>
      <Text size={15} tone="soft">
        {said.granted
          ? `${name}, versão ${said.version}: ${accepted} em ${day}`
          : `${name}, versão ${said.version}: você deixou para depois em ${day}`}
        {said.version === version ? '' : ` Agora vale a versão ${version}.`}
      </Text>
      {isNow ? null : (
        <Button kind="soft" width="auto" busy={isBusy} onClick={() => onAccept(version)}>
          {`Aceitar: ${name}`}
        </Button>
      )}
    </Stack>
  );
}
