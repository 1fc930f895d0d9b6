import { useEffect, useRef } from 'react';
import { useNoAnswer } from '#client/no-answer.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { TicketReason } from '#machines/help/ticket.machine.ts';
import { HelpWords } from './help-words.tsx';
import { useTicket } from './ticket.ts';
import { ToldCode } from './told-code.tsx';

const words: Record<Exclude<TicketReason, 'consent' | 'offline'>, string> = {
  busy: 'Já saíram muitos códigos desta rede. Espere um pouco e tente de novo, ou fale com a loja sem anexar.',
  failed: 'A loja não conseguiu guardar os passos. Tente de novo, ou fale com a loja sem anexar.',
};

/** The code of what was attached. Whoever pressed the button stands here: it went. */
function Attached({ code }: { code: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <ToldCode
        title="Passos anexados"
        why="Diga este código à loja: com ele ela vê o que o app fez, por 30 dias. Ele já vai na mensagem."
        code={code}
      />
    </div>
  );
}

/**
 * The last steps of the app for whoever helps, if the person wants that; below it what the store says of help. Source:
 * D89; decision 158. @param onAttached told the code
 */
export function Attach({ onAttached }: { onAttached: (code: string) => void }) {
  const { state, send } = useTicket(onAttached);
  const noAnswer = useNoAnswer();
  const { code, isAgreed, reason } = state.context;
  const isSending = state.matches('sending');
  const note =
    reason === 'offline'
      ? noAnswer.say(
          'Para anexar é preciso internet. Nada se perdeu: os passos continuam nesta aba.',
          'Nada se perdeu: os passos continuam nesta aba. Tente de novo.',
        )
      : reason === null || reason === 'consent'
        ? null
        : words[reason];
  return (
    <>
      <Card as="section">
        {code === null ? (
          <Stack gap={3}>
            <Text as="h2" size={18} weight={600}>
              Mostrar à loja o que aconteceu
            </Text>
            <Checkbox
              name="ticket"
              label="Anexar os últimos passos do app: nomes de telas e acontecimentos, sem os seus dados"
              help="Vai: o nome de cada tela e do que aconteceu nela, e quando. Não vai: o que você digitou, quem é, onde mora, o que compra."
              checked={isAgreed}
              disabled={isSending}
              error={reason === 'consent' ? 'Marque aqui para anexar. Sem isso nada sai do app.' : null}
              onChange={(granted) => send({ type: 'consent.changed', granted })}
            />
            {note === null ? null : <RefusalNote text={note} />}
            <Button kind="soft" busy={isSending} onClick={() => send({ type: 'steps.attached' })}>
              Anexar e gerar código
            </Button>
          </Stack>
        ) : (
          <Attached code={code} />
        )}
      </Card>
      <HelpWords />
    </>
  );
}
