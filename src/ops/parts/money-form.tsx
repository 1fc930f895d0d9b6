import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Settling } from '#machines/ops/money.machine.ts';
import { useDesk } from '../context.tsx';
import { problemText } from '../words.ts';
import { Note } from './note.tsx';

/** Reais as a person types them: `1.234,56`, `87,4`. @returns null for what is no amount */
export function amountOf(text: string): number | null {
  const bare = text.replaceAll(/[R$\s.]/g, '').replace(',', '.');
  return /^\d+(?:\.\d{1,2})?$/.test(bare) ? Number(bare) : null;
}
/** Of a field of date and time, which is of São Paulo's clock; null while it is empty. */
export const instantOf = (local: string): string | null => (local ? `${local}:00-03:00` : null);
export const localOf = (instant: string): string =>
  new Date(Date.parse(instant) - 3 * 3_600_000).toISOString().slice(0, 16);

/** What the chart says of an item: how to send, whether it is under way, why it was refused. */
export function useItem() {
  const { money } = useDesk();
  const state = useSelector(money, (snapshot) => snapshot);
  return {
    settling: state.context.settling,
    problem: state.context.problem,
    isBusy: state.hasTag('busy'),
    isWaiting: state.hasTag('waiting'),
    can: (settling: Settling) => state.can({ type: 'settling.submitted', settling }),
    send: (settling: Settling) => money.send({ type: 'settling.submitted', settling }),
    close: () => money.send({ type: 'item.closed' }),
  };
}

export function Foot() {
  const { problem, isWaiting, isBusy, close } = useItem();
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

/** What the bank says of money that was sent back. */
export function ReturnFields({
  returnId,
  setReturn,
  doneAt,
  setDoneAt,
}: {
  returnId: string;
  setReturn: (value: string) => void;
  /** of São Paulo's clock */
  doneAt: string;
  setDoneAt: (value: string) => void;
}) {
  return (
    <>
      <TextInput
        label="Identificador da devolução"
        description="32 letras e números, começa com D"
        value={returnId}
        onChange={({ currentTarget }) => setReturn(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <TextInput
        label="Devolvido em"
        type="datetime-local"
        value={doneAt}
        onChange={({ currentTarget }) => setDoneAt(currentTarget.value)}
      />
    </>
  );
}

/** Why money is moved by hand; the record says so. */
export function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label="Motivo"
      description="Fica no registro, com o seu nome."
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={140}
    />
  );
}
