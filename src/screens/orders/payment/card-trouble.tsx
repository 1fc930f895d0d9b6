import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { planDetail, planTitle } from '#client/shop/payment/plan-words.ts';
import { Button } from '#components/form/button.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { inCents } from '#contract/money.ts';
import { formatReais } from '#domain/money/money.ts';
import { IconCreditCardOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { declinedText, refusedText } from './card-words.ts';

const kept = { items: ['O seu pedido, com o mesmo código', 'Os produtos e a entrega que você escolheu'] };
/** The states in which nothing can be typed, with their title. */
export const troubles: Record<string, string> = {
  declined: 'O cartão não foi aceito',
  expired: 'O tempo para pagar acabou',
  refused: 'Não dá para pagar assim',
  choosing: 'Preparando o pagamento',
  closed: 'O campo do cartão não abriu',
  offline: '',
  failed: 'Não conseguimos abrir o pagamento',
};

/** Why nothing can be typed, what is kept, and every other way to pay the same order that the server names. */
export function CardTrouble({ orderCode }: { orderCode: string }) {
  const card = useFlow('card');
  const state = useFlowState('card', (s) => (typeof s.value === 'string' ? s.value : ''));
  const declined = useFlowState('card', (s) => s.context.charge?.declined);
  const problem = useFlowState('card', (s) => s.context.problem?.code);
  const triesLeft = useFlowState('card', (s) => s.context.charge?.triesLeft ?? 0);
  const method = useFlowState('card', (s) => s.context.method);
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const { payment } = useTenant();
  const retry = { onClick: () => card.send({ type: 'load.retried' }) };
  const isBusy = state === 'choosing';
  const again = useFlowState('card', (s) => s.context.charge?.again);
  const [isAsking, setAsking] = useState(false);
  const choose = (by: 'PIX' | 'CREDIT_CARD', installments?: number) => {
    setAsking(false);
    card.send({
      type: 'payment.chosen',
      method: by,
      ...(installments === undefined ? {} : { installments }),
    });
  };
  const wayOf = (by: 'PIX' | 'CREDIT_CARD') => again?.find(({ type }) => type === by);
  const plans = wayOf('CREDIT_CARD')?.plans ?? [];
  const pix = wayOf('PIX');
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
  return (
    <>
      <ErrorState
        icon={<IconCreditCardOff size={28} />}
        title={troubles[state] ?? ''}
        text={
          state === 'refused'
            ? refusedText(problem)
            : declined === undefined
              ? 'Nada foi cobrado. Escolha de novo como pagar o mesmo pedido.'
              : declinedText(declined)
        }
        kept={kept}
      />
      <Stack gap={3} gutter>
        {(again ? wayOf('CREDIT_CARD') : triesLeft > 0) ? (
          <Button
            busy={isBusy && method === 'CREDIT_CARD'}
            disabled={isBusy}
            onClick={() => choose('CREDIT_CARD')}
          >
            Tentar outro cartão
          </Button>
        ) : null}
        {plans.length > 1 ? (
          <Button kind="soft" disabled={isBusy} onClick={() => setAsking(true)}>
            Outro cartão, em outras parcelas
          </Button>
        ) : null}
        {(again ? pix : payment.methods.includes('PIX')) ? (
          <Button
            kind="soft"
            busy={isBusy && method === 'PIX'}
            disabled={isBusy}
            onClick={() => choose('PIX')}
          >
            {pix ? `Pagar com Pix · ${formatReais(inCents(pix.amount))}` : 'Pagar com Pix'}
          </Button>
        ) : null}
        {details}
      </Stack>
      <Sheet open={isAsking} title="Em quantas vezes?" onClose={() => setAsking(false)}>
        <RowList divided label="Parcelas">
          {plans.map((plan) => (
            <ListRow
              key={plan.n}
              height={72}
              title={planTitle(plan)}
              detail={planDetail(plan)}
              onClick={() => choose('CREDIT_CARD', plan.n)}
            />
          ))}
        </RowList>
      </Sheet>
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
