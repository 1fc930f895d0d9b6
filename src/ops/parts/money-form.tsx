import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FieldsOf } from '#components/form/fields-of.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import type { Settling } from '#machines/ops/money.machine.ts';
import { useDesk } from '../context.tsx';
import { problemText } from '../words.ts';
import { inputOf } from './form-input.ts';
import { Note } from './note.tsx';

/** What the chart says of an item: how to send, whether it is under way, why it was refused. */
export function useItem() {
  const { money } = useDesk();
  const state = useSelector(money, (snapshot) => snapshot);
  return {
    settling: state.context.settling,
    isBusy: state.hasTag('busy'),
    isWaiting: state.hasTag('waiting'),
    problem: state.context.problem,
    can: (settling: Settling) => state.can({ type: 'settling.submitted', settling }),
    send: (settling: Settling) => money.send({ type: 'settling.submitted', settling }),
    close: () => money.send({ type: 'item.closed' }),
  };
}

/** @param problem that no field of the form above says */
export function Foot({ problem }: { problem: FlowProblem | null }) {
  const { isWaiting, isBusy, close } = useItem();
  return (
    <>
      {isWaiting ? (
        <Note tone="bad" title="Sem resposta do servidor.">
          O registro é enviado de novo sozinho e vale uma vez só.
        </Note>
      ) : problem ? (
        <Note tone="bad" title="Não foi registrado.">
          {problem.fields?.[0]?.message ?? problemText(problem)}
        </Note>
      ) : null}
      <Button variant="subtle" disabled={isBusy || isWaiting} onClick={close}>
        Fechar
      </Button>
    </>
  );
}

/** A Pix by its own number. @param of which one it is */
export function TransferField({
  field,
  of,
}: Pick<FieldsOf<{ endToEndId: string }>, 'field'> & { of?: string }) {
  return (
    <TextInput
      label="Identificador fim a fim"
      description={`${of ? `${of}: ` : ''}32 letras e números, começa com E`}
      {...inputOf(field('endToEndId'))}
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
    />
  );
}

/** What the bank says of money that was sent back. */
export function ReturnFields({ field }: Pick<FieldsOf<{ returnId: string; at: string }>, 'field'>) {
  return (
    <>
      <TextInput
        label="Identificador da devolução"
        description="32 letras e números, começa com D"
        {...inputOf(field('returnId'))}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      {/* of São Paulo's clock */}
      <TextInput label="Devolvido em" type="datetime-local" {...inputOf(field('at'))} />
    </>
  );
}

/** Why money is moved by hand; the record says so. */
export function ReasonField({ field }: Pick<FieldsOf<{ reason: string }>, 'field'>) {
  return (
    <TextInput
      label="Motivo"
      description="Fica no registro, com o seu nome."
      {...inputOf(field('reason'))}
      maxLength={140}
    />
  );
}
