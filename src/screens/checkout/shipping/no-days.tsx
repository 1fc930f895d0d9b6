import { useFlow } from '#client/flow-hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Fault } from '../fault.tsx';

/** The days and hours did not come: why, what is kept, and the way to ask again. */
export function NoDays({ isFailed }: { isFailed: boolean }) {
  const checkout = useFlow('checkout');
  const noAnswer = useNoAnswer();
  const retry = { onClick: () => checkout.send({ type: 'load.retried' }) };
  if (isFailed)
    return (
      <Fault
        title="Não conseguimos ver os horários"
        text="Seu carrinho e o que você já preencheu estão guardados."
        retry={retry}
      />
    );
  return (
    <Fault
      title={noAnswer.title}
      text={noAnswer.when(
        'Assim que a conexão voltar, os dias e horários aparecem aqui.',
        'Já estamos tentando de novo; os dias e horários aparecem aqui.',
      )}
      kept={{ items: ['Seu carrinho', 'O endereço e o que você já escolheu'] }}
      retry={retry}
    />
  );
}
