import { Button, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OpsMoney } from '#contract/ops/money.ts';
import type { Settling } from '#machines/ops/money.machine.ts';
import { momentOf, reais, shortCode } from '../words.ts';
import styles from './money-item.module.css';
import { Foot, ReasonField, ReturnFields, amountOf, instantOf, localOf, useItem } from './money-form.tsx';
import { Note } from './note.tsx';
import { Panel } from './panel.tsx';

type Dispute = OpsMoney['disputes'][number];
const typedOf = (amount: number) => amount.toFixed(2).replace('.', ',');

function AmountField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      placeholder="0,00"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A contest that the bank told of: its message names the transfer. */
export function ContestForm({ now }: { now: string }) {
  const { settling, isBusy, isWaiting, can, send } = useItem();
  const kept = settling?.kind === 'contested' ? settling : null;
  const [endToEndId, setId] = useState(kept?.endToEndId ?? '');
  const [amount, setAmount] = useState(kept ? typedOf(kept.amount) : '');
  const [openedAt, setOpenedAt] = useState(localOf(now));
  const [protocol, setProtocol] = useState(kept?.protocol ?? '');
  const asked: Settling = {
    kind: 'contested',
    endToEndId: endToEndId.trim(),
    amount: amountOf(amount) ?? 0,
    openedAt: instantOf(openedAt) ?? '',
    protocol: protocol.trim(),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(asked);
  };
  return (
    <Panel title="Registrar contestação do Pix">
      <p className={styles.more}>
        Copie do aviso do banco (MED). O prazo para responder é de sete dias desde a abertura.
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          label="Identificador fim a fim"
          description="Do Pix contestado: 32 letras e números, começa com E"
          value={endToEndId}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <div className={styles.two}>
          <AmountField label="Valor contestado" value={amount} onChange={setAmount} />
          <TextInput
            label="Aberta em"
            type="datetime-local"
            value={openedAt}
            onChange={({ currentTarget }) => setOpenedAt(currentTarget.value)}
          />
        </div>
        <TextInput
          label="Protocolo do banco (opcional)"
          value={protocol}
          onChange={({ currentTarget }) => setProtocol(currentTarget.value)}
          autoComplete="off"
          maxLength={60}
        />
        <Button type="submit" size="md" loading={isBusy} disabled={!isBusy && (isWaiting || !can(asked))}>
          Registrar contestação
        </Button>
      </form>
      <Foot />
    </Panel>
  );
}

type How = 'answered' | 'takenBack' | 'kept';
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

/** What becomes of a contested Pix: answered, taken back, or left with the shop. */
export function DisputeForm({ dispute, now }: { dispute: Dispute; now: string }) {
  const { settling, isBusy, isWaiting, can, send } = useItem();
  const isAnswered = dispute.state === 'answered';
  const [how, setHow] = useState<How>(
    settling && settling.kind in verbs
      ? (settling.kind as How) // one of its keys
      : dispute.isReturnTold
        ? 'takenBack'
        : isAnswered
          ? 'kept'
          : 'answered',
  );
  const [answer, setAnswer] = useState(settling?.kind === 'answered' ? settling.answer : '');
  const [reason, setReason] = useState(settling?.kind === 'kept' ? settling.reason : '');
  const [returnId, setReturn] = useState(settling?.kind === 'takenBack' ? settling.returnId : '');
  const [amount, setAmount] = useState(
    typedOf(settling?.kind === 'takenBack' ? settling.amount : dispute.amount),
  );
  const [doneAt, setDoneAt] = useState(localOf(now));
  const said: Readonly<Record<How, Settling>> = {
    answered: { kind: 'answered', answer: answer.trim() },
    takenBack: {
      kind: 'takenBack',
      returnId: returnId.trim(),
      amount: amountOf(amount) ?? 0,
      at: instantOf(doneAt) ?? '',
    },
    kept: { kind: 'kept', reason: reason.trim() },
  };
  const asked = said[how];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(asked);
  };
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
      <form className={styles.form} onSubmit={submit} noValidate>
        <NativeSelect
          label="O que aconteceu"
          data={ways.filter(({ value }) => value !== 'answered' || !isAnswered)}
          value={how}
          onChange={({ currentTarget }) => setHow(currentTarget.value as How)} // one of the list
        />
        {how === 'answered' ? (
          <Textarea
            label="O que a loja respondeu"
            description="Entrega, código de retirada, conversa: o que foi enviado ao banco."
            value={answer}
            onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
            autosize
            minRows={3}
            maxLength={500}
          />
        ) : how === 'takenBack' ? (
          <>
            <AmountField label="Valor devolvido" value={amount} onChange={setAmount} />
            <ReturnFields returnId={returnId} setReturn={setReturn} doneAt={doneAt} setDoneAt={setDoneAt} />
          </>
        ) : (
          <ReasonField value={reason} onChange={setReason} />
        )}
        <Button type="submit" size="md" loading={isBusy} disabled={!isBusy && (isWaiting || !can(asked))}>
          {verbs[how]}
        </Button>
      </form>
      <Foot />
    </Panel>
  );
}
