import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import type { SsoFailure } from '#machines/login/sso.machine.ts';
import { IconUserCircle } from '@tabler/icons-react';
import { useTenant } from './hooks.ts';
import type { SsoView } from './sso.ts';
import type { SsoWay } from './tenant.ts';

/** §8 names every failure in these words. */
const FAILED = 'Authentication failed';
const sentences: Readonly<Record<SsoFailure, string>> = {
  denied: 'A entrada não foi permitida na outra conta. Tente de novo ou receba um código.',
  mixed:
    'A resposta que chegou não é desta tentativa, e por segurança ninguém entrou. Tente de novo ou receba um código.',
  lost: 'Esta aba não tem uma entrada para terminar. Tente de novo ou receba um código.',
  unreachable: 'Não conseguimos abrir a página da outra conta. Tente de novo ou receba um código.',
  unanswered: 'A resposta não chegou. Confira a sua internet e tente de novo, ou receba um código.',
  refused: 'A outra conta não confirmou quem você é. Tente de novo ou receba um código.',
};
export const failureText = (why: SsoFailure | null): string => `${FAILED}. ${sentences[why ?? 'refused']}`;

export const useSsoWays = (): readonly SsoWay[] => useTenant().sso ?? [];

/** The provider's own sign. */
export const SsoSign = ({ icon }: Pick<SsoWay, 'icon'>) =>
  icon === undefined ? <IconUserCircle size={24} /> : <img src={icon} alt="" width={24} height={24} />;

/** What became of the try, and what can be done now. */
export function SsoNote({ state, send, choose, chooseHere }: SsoView) {
  const { provider, why } = state.context;
  const here = { label: 'Continuar nesta página', onClick: () => chooseHere(provider) };
  const again = { label: 'Tentar de novo', onClick: () => choose(provider) };
  if (state.matches('asking'))
    return (
      <RefusalNote
        tone="info"
        text="Termine na janela que se abriu. Esta página segue sozinha."
        remedy={here}
        also={{ label: 'Desistir', onClick: () => send({ type: 'wait.ended' }) }}
      />
    );
  if (state.matches('closed'))
    return (
      <RefusalNote
        text={`${FAILED}. A janela foi fechada antes do fim. Tente de novo ou receba um código.`}
        remedy={again}
        also={here}
      />
    );
  if (state.matches('failed'))
    return <RefusalNote tone="bad" text={failureText(why)} {...(provider ? { remedy: again } : {})} />;
  if (state.matches('waiting'))
    return (
      <RefusalNote
        text="Você entrou, mas a sua conta ainda não abriu. Tentamos de novo sozinhos."
        remedy={{ label: 'Tentar agora', onClick: () => send({ type: 'load.retried' }) }}
      />
    );
  return null;
}

/** A button for each of them; nothing where the store has none. */
export function SsoButtons(view: SsoView) {
  const { state, choose } = view;
  return useSsoWays().map(({ id, label, icon }) => (
    <Button
      key={id}
      kind="soft"
      icon={<SsoSign icon={icon} />}
      busy={state.hasTag('busy') && state.context.provider === id}
      onClick={() => choose(id)}
    >
      {label}
    </Button>
  ));
}
