import type { AccessKeyView } from '#client/person/access.ts';
import { useForm } from '#client/forms/form.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { AccessKeyAnswer } from '#domain/answers.ts';
import { afterText } from '#domain/spans.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import * as v from 'valibot';

const Answers = v.object({ key: AccessKeyAnswer });

/** Why a key opens nothing, and what can be done about it. */
function refusalText(problem: FlowProblem): string {
  switch (problem.code) {
    case 'INVALID_KEY':
      return 'Não encontramos este convite. Confira letra por letra, ou cole o link que você recebeu.';
    case 'EXPIRED_KEY':
      return 'Este convite venceu. Peça outro a quem o enviou.';
    case 'KEY_LIMIT':
      return 'Este convite já foi usado o máximo de vezes. Peça outro a quem o enviou.';
    case 'TOO_MANY_REQUESTS':
      return `Foram muitas tentativas. Tente de novo ${afterText(problem.retryAfter)}.`;
    default:
      return problemTitle(problem);
  }
}

/** Typing or pasting a key; a link that is pasted becomes its key when it is sent. */
export function KeyForm({ state, send }: AccessKeyView) {
  const noAnswer = useNoAnswer();
  const { key, problem } = state.context;
  const form = useForm({
    schema: Answers,
    initial: () => ({ key }),
    kept: state.matches('checking') ? { key } : null,
    onSubmit: (answer) => send({ type: 'key.submitted', key: answer.key }),
  });
  const isSilent = state.hasTag('offline');
  const isRefused = state.matches('refused') && problem?.code !== 'TOO_MANY_REQUESTS';
  return (
    <Stack gap={4} as="form" {...form.props}>
      {isSilent || state.hasTag('failed') ? (
        <RefusalNote
          text={
            isSilent
              ? noAnswer.say('Conferimos o convite quando a conexão voltar.', 'O convite continua aqui.')
              : problemTitle(problem ?? { code: 'FAILED' })
          }
          remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
        />
      ) : problem && !isRefused ? (
        <RefusalNote text={refusalText(problem)} />
      ) : null}
      <TextField
        label="Convite ou chave"
        {...form.field('key')}
        error={form.field('key').error ?? (isRefused && problem ? refusalText(problem) : undefined)}
        help="16 letras e números. Pode colar o link inteiro."
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="XXXX-XXXX-XXXX-XXXX"
        enterKeyHint="send"
        big
        required
      />
      <SubmitButton busy={state.hasTag('busy')} busyText="Conferindo">
        Usar convite
      </SubmitButton>
    </Stack>
  );
}
