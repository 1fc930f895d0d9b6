import { problemTitle } from '#client/problem-title.ts';
import { Button } from '#components/form/button.tsx';
import { CodeInput, missingText } from '#components/form/code-input.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { waitText } from '#domain/spans.ts';
import type { proofMachine } from '#machines/login/proof.machine.ts';
import type { orderProofMachine } from '#machines/orders/order-proof.machine.ts';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useCodeForm } from '#client/forms/code-form.ts';
import { codeError } from '#client/code-words.ts';
import { useNow } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';

/** Charts that send a code and check what is typed of it. */
type Proof = ActorRefFrom<typeof proofMachine> | ActorRefFrom<typeof orderProofMachine>;

/** A code typed in place, or for an order: the six numbers, and another one. */
export function ProofForm({ proof }: { proof: Proof }) {
  const isSending = useSelector(proof, (s) => s.matches('sending'));
  const isChecking = useSelector(proof, (s) => s.matches('checking'));
  const isUnsent = useSelector(proof, (s) => s.can({ type: 'code.requested' }));
  const isSpent = useSelector(proof, (s) => s.hasTag('refused'));
  const canResend = useSelector(proof, (s) => s.can({ type: 'code.resent' }));
  const problem = useSelector(proof, (s) => s.context.problem);
  const resendAt = useSelector(proof, (s) => s.context.resendAt);
  const noAnswer = useNoAnswer();
  const now = useNow();
  const channel = useSelector(proof, (s) => s.context.channel);
  const form = useCodeForm(channel, problem, (code) => proof.send({ type: 'code.submitted', code }));
  const code = form.field('code');
  if (isUnsent)
    return (
      <Stack gap={4}>
        <RefusalNote
          text={
            problem?.code === 'NETWORK'
              ? noAnswer.say('Enviamos o código quando a conexão voltar.', 'Não sabemos se o código saiu.')
              : problem
                ? problemTitle(problem)
                : ''
          }
        />
        <Button onClick={() => proof.send({ type: 'code.requested' })}>Enviar o código de novo</Button>
      </Stack>
    );
  return (
    <Stack gap={6} as="form" {...form.props}>
      <CodeInput
        label="Código de 6 números"
        {...code}
        onComplete={() => form.submit()}
        error={code.error ?? (isSending ? null : codeError(problem))}
        disabled={isSending || isChecking || isSpent}
        autoFocus
      />
      {canResend ? (
        <TextLink onClick={() => proof.send({ type: 'code.resent' })}>Reenviar código</TextLink>
      ) : (
        <Text size={15} tone="soft" numeric>
          {isSending ? 'Enviando o código' : `Você pode pedir outro ${waitText(resendAt, now)}.`}
        </Text>
      )}
      <SubmitButton
        busy={isChecking}
        busyText="Conferindo"
        reason={isSpent ? 'Peça um novo código' : missingText(code.value)}
        reasonInside
      >
        Confirmar
      </SubmitButton>
    </Stack>
  );
}
