import { Button, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import type * as v from 'valibot';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import { inCents } from '#contract/money.ts';
import type { OpsMoney } from '#contract/ops/money.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { typedReais } from '#domain/money/typed-amount.ts';
import { ContestAnswer, DisputeAnswer, localOf } from '#domain/ops/answers.ts';
import { momentOf, reais, shortCode } from '../words.ts';
import { FieldsForm } from './fields-form.tsx';
import { inputOf } from './form-input.ts';
import styles from './money-item.module.css';
import { Foot, ReasonField, ReturnFields, TransferField, useItem } from './money-form.tsx';
import { Note } from './note.tsx';
import { Panel } from './panel.tsx';

type Dispute = OpsMoney['disputes'][number];

/** What a refusal says of a field, by its code. */
type Said = Readonly<Partial<Record<FlowProblem['code'], { field: string; message: string }>>>;
const more = { field: 'amount', message: 'É mais do que a loja ainda tem deste Pix. Confira o valor.' };
const saidOfContest: Said = {
  NOT_FOUND: { field: 'endToEndId', message: 'Nenhum Pix que entrou aqui tem este identificador.' },
  ILLEGAL_EVENT: { field: 'endToEndId', message: 'Este Pix já tem uma contestação aberta.' },
  AMOUNT: more,
};
const saidOfDispute: Said = { AMOUNT: more };
/** A refusal at the field that it is about; one that is about none stays as it is. */
function useSaid(problem: FlowProblem | null, saidOf: Said): FlowProblem | null {
  return useMemo(() => {
    const said = problem && saidOf[problem.code];
    return said ? { ...problem, fields: [said] } : problem;
  }, [problem, saidOf]);
}

/** A contest that the bank told of: its message names the transfer. */
export function ContestForm({ now }: { now: string }) {
  const { settling, problem, isBusy, isWaiting, send } = useItem();
  const kept = settling?.kind === 'contested' ? settling : null;
  const form = useCheckedForm({
    schema: ContestAnswer,
    initial: () => ({
      endToEndId: kept?.endToEndId ?? '',
      amount: kept ? typedReais(inCents(kept.amount)) : '',
      openedAt: localOf(kept?.openedAt ?? now),
      protocol: kept?.protocol ?? '',
    }),
    problem: useSaid(problem, saidOfContest),
    onSubmit: (answer) => send({ kind: 'contested', ...answer }),
  });
  return (
    <Panel title="Registrar contestação do Pix">
      <p className={styles.more}>
        Copie do aviso do banco (MED). O prazo para responder é de sete dias desde a abertura.
      </p>
      <FieldsForm className={styles.form} form={form}>
        <TransferField field={form.field} of="Do Pix contestado" />
        <div className={styles.two}>
          <TextInput
            label="Valor contestado"
            inputMode="decimal"
            placeholder="0,00"
            {...inputOf(form.field('amount'))}
          />
          <TextInput label="Aberta em" type="datetime-local" {...inputOf(form.field('openedAt'))} />
        </div>
        <TextInput
          label="Protocolo do banco (opcional)"
          {...inputOf(form.field('protocol'))}
          autoComplete="off"
          maxLength={60}
        />
        <Button type="submit" size="md" loading={isBusy} disabled={isWaiting}>
          Registrar contestação
        </Button>
      </FieldsForm>
      <Foot problem={form.refusal} />
    </Panel>
  );
}

type How = 'answered' | 'takenBack' | 'kept';
interface DisputeValues extends Record<string, unknown> {
  kind: How;
  answer: string;
  returnId: string;
  amount: string;
  at: string;
  reason: string;
}
const ways: readonly { value: How; label: string }[] = [
  { value: 'answered', label: 'A loja respondeu ao banco' },
  { value: 'takenBack', label: 'O banco devolveu o dinheiro' },
  { value: 'kept', label: 'O banco recusou a contestação' },
];
const verbs: Readonly<Record<How, string>> = {
  answered: 'Registrar a resposta',
  takenBack: 'Registrar que o banco devolveu',
  kept: 'Registrar que fica com a loja',
};
/** What most likely happened since it was looked at last. */
const likely = ({ isReturnTold, state }: Dispute): How =>
  isReturnTold ? 'takenBack' : state === 'answered' ? 'kept' : 'answered';

/** What becomes of a contested Pix: answered, taken back, or left with the shop. */
export function DisputeForm({ dispute, now }: { dispute: Dispute; now: string }) {
  const { settling, problem, isBusy, isWaiting, send } = useItem();
  const form = useCheckedForm<DisputeValues, v.InferOutput<typeof DisputeAnswer>>({
    schema: DisputeAnswer,
    initial: () => ({
      kind: ways.find(({ value }) => value === settling?.kind)?.value ?? likely(dispute),
      answer: settling?.kind === 'answered' ? settling.answer : '',
      returnId: settling?.kind === 'takenBack' ? settling.returnId : '',
      amount: typedReais(inCents(settling?.kind === 'takenBack' ? settling.amount : dispute.amount)),
      at: localOf(settling?.kind === 'takenBack' ? settling.at : now),
      reason: settling?.kind === 'kept' ? settling.reason : '',
    }),
    problem: useSaid(problem, saidOfDispute),
    onSubmit: send,
  });
  const { kind } = form.values;
  return (
    <Panel title={`Pix contestado, ${reais(dispute.amount)} de ${shortCode(dispute.orderCode)}`}>
      <p className={styles.more}>
        Pix <code>{dispute.endToEndId}</code>
        {dispute.protocol ? `, protocolo ${dispute.protocol}` : ''}. Aberta em {momentOf(dispute.openedAt)},
        resposta até {momentOf(dispute.dueAt)}.
      </p>
      {dispute.isReturnTold ? (
        <Note tone="bad" title="O banco avisa que já devolveu.">
          Confira no extrato antes de registrar.
        </Note>
      ) : null}
      {dispute.answer ? <p className={styles.more}>Resposta da loja: {dispute.answer}</p> : null}
      <p className={styles.more}>
        Enquanto o banco decide, não devolva este Pix por fora: sairia duas vezes.
      </p>
      <FieldsForm className={styles.form} form={form}>
        <NativeSelect
          label="O que aconteceu"
          data={ways.filter(({ value }) => value !== 'answered' || dispute.state === 'open')}
          {...inputOf(form.field('kind'))}
        />
        {kind === 'answered' ? (
          <Textarea
            label="O que a loja respondeu"
            description="O que foi enviado ao banco: entrega, código de retirada. Sem nome nem contato da pessoa."
            {...inputOf(form.field('answer'))}
            autosize
            minRows={3}
            maxLength={500}
          />
        ) : kind === 'takenBack' ? (
          <>
            <TextInput label="Valor devolvido" inputMode="decimal" {...inputOf(form.field('amount'))} />
            <ReturnFields field={form.field} />
          </>
        ) : (
          <ReasonField field={form.field} />
        )}
        <Button type="submit" size="md" loading={isBusy} disabled={isWaiting}>
          {verbs[kind]}
        </Button>
      </FieldsForm>
      <Foot problem={form.refusal} />
    </Panel>
  );
}
