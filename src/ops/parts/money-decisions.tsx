import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OpsMoney } from '#contract/ops/money.ts';
import type { Settling } from '#machines/ops/money.machine.ts';
import { approvalWords, momentOf, reais, shortCode } from '../words.ts';
import styles from './money-item.module.css';
import { Foot, ReasonField, ReturnFields, instantOf, localOf, useItem } from './money-form.tsx';
import { Panel } from './panel.tsx';

type Stray = OpsMoney['strays'][number];
type Approval = OpsMoney['approvals'][number];
type How = 'order' | 'returned' | 'absent';
const ways: readonly { value: How; label: string }[] = [
  { value: 'order', label: 'Paga um pedido' },
  { value: 'returned', label: 'Voltou para quem mandou' },
  { value: 'absent', label: 'Não está no extrato' },
];
const verbs: Readonly<Record<How, string>> = {
  order: 'Dar ao pedido',
  returned: 'Registrar devolução',
  absent: 'Encerrar sem dinheiro',
};

/** What became of money without an owner. */
export function StrayForm({ stray, now }: { stray: Stray; now: string }) {
  const { settling, isBusy, isWaiting, can, send } = useItem();
  const [how, setHow] = useState<How>(
    settling?.kind === 'returned' || settling?.kind === 'absent' ? settling.kind : 'order',
  );
  const [orderCode, setCode] = useState(settling?.kind === 'order' ? settling.orderCode : '');
  const [returnId, setReturn] = useState(settling?.kind === 'returned' ? settling.returnId : '');
  const [doneAt, setDoneAt] = useState(localOf(now));
  const [reason, setReason] = useState(settling && 'reason' in settling ? settling.reason : '');
  const said = reason.trim();
  const asked: Settling =
    how === 'order'
      ? { kind: how, orderCode: orderCode.trim(), reason: said }
      : how === 'returned'
        ? { kind: how, returnId: returnId.trim(), at: instantOf(doneAt) ?? '', reason: said }
        : { kind: how, reason: said };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(asked);
  };
  return (
    <Panel title={`${reais(stray.amount)} sem dono`}>
      <p className={styles.more}>
        Veja no extrato a transferência <code>{stray.endToEndId ?? stray.txid}</code>.
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <NativeSelect
          label="O que aconteceu"
          data={[...ways]}
          value={how}
          onChange={({ currentTarget }) => setHow(currentTarget.value as How)} // one of the list
        />
        {how === 'order' ? (
          <TextInput
            label="Código do pedido"
            description={`O pedido espera um Pix de ${reais(stray.amount)}; outro valor volta para quem mandou.`}
            value={orderCode}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={24}
          />
        ) : how === 'returned' ? (
          <ReturnFields returnId={returnId} setReturn={setReturn} doneAt={doneAt} setDoneAt={setDoneAt} />
        ) : null}
        <ReasonField value={reason} onChange={setReason} />
        <Button type="submit" size="md" loading={isBusy} disabled={!isBusy && (isWaiting || !can(asked))}>
          {verbs[how]}
        </Button>
      </form>
      <Foot />
    </Panel>
  );
}

/** What another of the staff asked for, or what one asked for oneself. */
export function ApprovalForm({ approval, now }: { approval: Approval; now: string }) {
  const { settling, isBusy, isWaiting, can, send } = useItem();
  const [reason, setReason] = useState(settling?.kind === 'refuse' ? settling.reason : '');
  const refuse: Settling = { kind: 'refuse', reason: reason.trim() };
  const { isOwn, aloneFrom } = approval;
  const isEarly = aloneFrom !== undefined && Date.parse(aloneFrom) > Date.parse(now);
  const mayApprove = !isOwn || (aloneFrom !== undefined && !isEarly);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(refuse);
  };
  return (
    <Panel title={`${approvalWords[approval.action]}, ${reais(approval.amount)}`}>
      <p className={styles.more}>
        {isOwn ? 'Você pediu' : `${approval.askedBy} pediu`} em {momentOf(approval.at)}
        {approval.orderCode ? `, pedido ${shortCode(approval.orderCode)}` : ''}. Vale até{' '}
        {momentOf(approval.until)}.
      </p>
      {approval.bankId ? (
        <p className={styles.more}>
          Confira no extrato: <code>{approval.bankId}</code>
        </p>
      ) : null}
      {approval.reason ? <p className={styles.more}>Motivo: {approval.reason}</p> : null}
      {mayApprove ? (
        <Button
          size="md"
          loading={isBusy}
          disabled={!isBusy && (isWaiting || !can({ kind: 'approve' }))}
          onClick={() => send({ kind: 'approve' })}
        >
          Aprovar {reais(approval.amount)}
        </Button>
      ) : (
        <p>
          {isEarly
            ? `Só você pode aprovar aqui. O botão aparece em ${momentOf(aloneFrom)}.`
            : 'Quem pede não aprova. Chame outra pessoa da equipe.'}
        </p>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <ReasonField value={reason} onChange={setReason} />
        <Button type="submit" variant="default" disabled={isBusy || isWaiting || !can(refuse)}>
          {isOwn ? 'Retirar o pedido' : 'Recusar'}
        </Button>
      </form>
      <Foot />
    </Panel>
  );
}
