import { refusalText, useForm } from '#client/forms/form.ts';
import { useRootState } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { ScreenLink } from '#client/screen-link.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { AlertContactAnswer } from '#domain/alert/contact.ts';
import { formatPhone } from '#domain/person/phone.ts';
import * as v from 'valibot';
import type { AlertFormProps } from './alert.ts';
import { askText } from './alert-words.ts';

const answer = v.pipe(
  v.object({ contact: AlertContactAnswer }),
  v.transform(({ contact }) => contact),
);

/** Where the message goes, of whoever asks to be told of a campaign. */
export function AlertForm({ state, send, isPaused }: AlertFormProps) {
  const noAnswer = useNoAnswer();
  const own = useRootState('session', ({ context: { user } }) => user?.phone ?? user?.email ?? '');
  const { when, problem } = state.context;
  const isOffline = state.hasTag('offline');
  const form = useForm({
    schema: answer,
    initial: () => ({ contact: own.includes('@') ? own : formatPhone(own) }),
    draft: 'alert',
    problem,
    onSubmit: (contact) => send({ type: 'alert.submitted', contact }),
  });
  const refusal = state.matches('asking') && problem && !problem.fields?.length ? refusalText(problem) : null;
  return (
    <Sheet open title={askText(when, isPaused)} onClose={() => send({ type: 'alert.declined' })}>
      <Stack gap={4} as="form" {...form.props}>
        <Text tone="soft">Uma mensagem só, na hora. Depois dela o seu contato não recebe mais nada.</Text>
        {isOffline ? (
          <RefusalNote
            text={noAnswer.say(
              'Pedimos o aviso quando a conexão voltar.',
              'Ainda não sabemos se o pedido chegou: já estamos repetindo.',
            )}
            remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
          />
        ) : null}
        {refusal ? <RefusalNote tone="bad" text={refusal} /> : null}
        <TextField
          label="Celular com DDD ou e-mail"
          {...form.field('contact')}
          help="Por SMS, só para celulares do Brasil."
          autoComplete="on"
          autoCapitalize="none"
          maxLength={254}
          required
          enterKeyHint="send"
        />
        <SubmitButton busy={state.hasTag('busy')} busyText="Pedindo o aviso">
          Pedir o aviso
        </SubmitButton>
        <Text size={15} tone="soft">
          Ao pedir, você aceita receber esta mensagem. O link que vem nela cancela tudo.
        </Text>
        <ScreenLink to="app.privacy">Política de privacidade</ScreenLink>
      </Stack>
    </Sheet>
  );
}
