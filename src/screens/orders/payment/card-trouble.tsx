import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { LateProofForm } from '#client/forms/late-proof-form.tsx';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Button } from '#components/form/button.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconCreditCardOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { declinedText, refusedText } from './card-words.ts';
import { WaysAgain } from './ways-again.tsx';

const kept = { items: ['O seu pedido, com o mesmo código', 'Os produtos e a entrega que você escolheu'] };
/** The states in which nothing can be typed, with their title. */
export const troubles: Record<string, string> = {
  declined: 'O cartão não foi aceito',
  expired: 'O tempo para pagar acabou',
  refused: 'Não dá para pagar assim',
  proving: 'Confirme que é você',
  choosing: 'Preparando o pagamento',
  closed: 'O campo do cartão não abriu',
  offline: '',
  failed: 'Não conseguimos abrir o pagamento',
};

/** Why nothing can be typed, what is kept, and the ways on. */
export function CardTrouble({ orderCode }: { orderCode: string }) {
  const card = useFlow('card');
  const state = useFlowState('card', (s) => (typeof s.value === 'string' ? s.value : ''));
  const declined = useFlowState('card', (s) => s.context.charge?.declined);
  const problem = useFlowState('card', (s) => s.context.problem?.code);
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const retry = { onClick: () => card.send({ type: 'load.retried' }) };
  const isLapsedPix = useFlowState('card', (s) => s.context.charge?.lapsed === 'PIX');
  const proof = useFlowState('card', (s) => s.children.proof);
  const details = (
    <Button kind="ghost" link={linkTo('app.ordersDetails', { orderCode })}>
      Ver o pedido
    </Button>
  );
  if (state === 'offline')
    return (
      <Lost title={noAnswer.title} retry={retry} text="Nada se perdeu: o pedido está guardado na loja." />
    );
  if (state === 'failed')
    return (
      <Lost
        title={troubles[state] ?? ''}
        retry={retry}
        text="O pedido está guardado na loja."
        ways={details}
      />
    );
  if (state === 'closed')
    return (
      <Lost
        title={troubles[state] ?? ''}
        text="Nada foi cobrado. Abrir a página de novo costuma resolver."
        retry={{ label: 'Abrir de novo', onClick: () => location.reload() }}
        ways={details}
      />
    );
  if (state === 'proving')
    return (
      <Card as="section">
        <Stack gap={4}>
          <Stack gap={1}>
            <Text as="h2" weight={600} size={18}>
              {troubles[state]}
            </Text>
            <Text tone="soft">
              Para pagar com um cartão guardado, digite o código que enviamos agora. Nada foi cobrado.
            </Text>
          </Stack>
          {proof ? <LateProofForm proof={proof} /> : null}
          <Button kind="ghost" onClick={retry.onClick}>
            Escolher outra forma
          </Button>
        </Stack>
      </Card>
    );
  return (
    <>
      <ErrorState
        icon={<IconCreditCardOff size={28} />}
        title={troubles[state] ?? ''}
        text={
          state === 'refused'
            ? refusedText(problem)
            : isLapsedPix
              ? 'O código Pix venceu e nada foi cobrado. Escolha como pagar o mesmo pedido.'
              : declined === undefined
                ? 'Nada foi cobrado. Escolha de novo como pagar o mesmo pedido.'
                : declinedText(declined)
        }
        kept={kept}
      />
      <WaysAgain isBusy={state === 'choosing'}>{details}</WaysAgain>
    </>
  );
}

function Lost(said: {
  title: string;
  text: string;
  retry: { label?: string; onClick: () => void };
  ways?: ReactNode;
}) {
  return <ErrorState {...said} kept={kept} />;
}
