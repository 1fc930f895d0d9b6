import { Button, TextInput } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { inCents } from '#contract/money.ts';
import type { OpsMoney } from '#contract/ops/money.ts';
import type { Settling } from '#machines/ops/money.machine.ts';
import { useDesk } from '../context.tsx';
import { reais, shortCode } from '../words.ts';
import styles from './money-item.module.css';
import { ApprovalForm, StrayForm } from './money-decisions.tsx';
import { ContestForm, DisputeForm } from './dispute.tsx';
import { Foot, ReturnFields, amountOf, instantOf, localOf, useItem } from './money-form.tsx';
import { Panel } from './panel.tsx';
import { ProofForm } from './proof-form.tsx';

type Charge = OpsMoney['charges'][number];
type Refund = OpsMoney['refunds'][number];

function Check({ holds, children }: { holds: boolean; children: string }) {
  const Icon = holds ? IconCircleCheck : IconCircle;
  return (
    <li className={styles.check} data-holds={holds}>
      <Icon size={18} aria-label={holds ? 'Confere:' : 'Falta:'} />
      {children}
    </li>
  );
}

function ConfirmForm({ charge, now }: { charge: Charge; now: string }) {
  const { settling, isBusy, isWaiting, can, send } = useItem();
  const kept = settling?.kind === 'confirm' ? settling : null;
  const [endToEndId, setId] = useState(kept?.endToEndId ?? '');
  const [amount, setAmount] = useState('');
  const [paidAt, setPaidAt] = useState(localOf(now));
  const typed = amountOf(amount);
  const at = instantOf(paidAt);
  const asked: Settling = {
    kind: 'confirm',
    endToEndId: endToEndId.trim(),
    amount: typed ?? 0,
    paidAt: at ?? '',
  };
  const isSame = typed !== null && inCents(typed) === inCents(charge.amount);
  const isWhole = /^E[\dA-Za-z]{31}$/.test(asked.endToEndId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(asked);
  };
  return (
    <Panel title={`Confirmar Pix de ${shortCode(charge.orderCode)}`}>
      <p className={styles.more}>Copie do extrato do banco. Comprovante da pessoa não vale.</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          label="Identificador fim a fim"
          description="32 letras e números, começa com E"
          value={endToEndId}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <div className={styles.two}>
          <TextInput
            label="Valor no extrato"
            inputMode="decimal"
            placeholder="0,00"
            value={amount}
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
          <TextInput
            label="Pago em"
            type="datetime-local"
            value={paidAt}
            onChange={({ currentTarget }) => setPaidAt(currentTarget.value)}
          />
        </div>
        <ul>
          <Check holds={isWhole}>Identificador inteiro</Check>
          <Check holds={isSame}>Valor igual ao do pedido</Check>
          <Check holds={at !== null}>Hora do extrato</Check>
        </ul>
        <Button
          type="submit"
          size="md"
          loading={isBusy}
          disabled={!isBusy && (isWaiting || !isSame || at === null || !can(asked))}
        >
          Registrar pagamento de {reais(charge.amount)}
        </Button>
      </form>
      <Foot />
    </Panel>
  );
}

function SettleForm({ refund, now }: { refund: Refund; now: string }) {
  const { settling, isBusy, isWaiting, can, send } = useItem();
  const kept = settling?.kind === 'settle' ? settling : null;
  const [returnId, setId] = useState(kept?.returnId ?? '');
  const [doneAt, setDoneAt] = useState(localOf(now));
  const at = instantOf(doneAt);
  const asked: Settling = { kind: 'settle', returnId: returnId.trim(), at: at ?? '' };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(asked);
  };
  return (
    <Panel title={`Devolver ${reais(refund.amount)} de ${shortCode(refund.orderCode)}`}>
      {refund.endToEndId ? (
        <p className={styles.more}>
          No app do banco, devolva o Pix <code>{refund.endToEndId}</code>. Nunca faça um Pix novo para uma
          chave.
        </p>
      ) : null}
      <form className={styles.form} onSubmit={submit} noValidate>
        <ReturnFields returnId={returnId} setReturn={setId} doneAt={doneAt} setDoneAt={setDoneAt} />
        <Button
          type="submit"
          size="md"
          loading={isBusy}
          disabled={!isBusy && (isWaiting || at === null || !can(asked))}
        >
          Registrar devolução de {reais(refund.amount)}
        </Button>
        {refund.canRetry ? (
          <Button variant="default" disabled={isBusy || isWaiting} onClick={() => send({ kind: 'retry' })}>
            Pedir ao banco de novo
          </Button>
        ) : null}
      </form>
      <Foot />
    </Panel>
  );
}

/** The item that is open: its form, or the proof that it asks for. */
export function MoneyItemPanel({ money, now }: { money: OpsMoney; now: string }) {
  const { money: actor } = useDesk();
  const item = useSelector(actor, ({ context }) => context.item);
  const proof = useSelector(actor, ({ children }) => children.proof);
  const charge = money.charges.find(({ id }) => id === item?.id);
  const refund = money.refunds.find(({ id }) => id === item?.id);
  const stray = money.strays.find(({ id }) => id === item?.id);
  const approval = money.approvals.find(({ id }) => id === item?.id);
  if (proof)
    return (
      <ProofForm what="Mexer em dinheiro" proof={proof} close={() => actor.send({ type: 'item.closed' })} />
    );
  const dispute = money.disputes.find(({ id }) => id === item?.id);
  if (dispute) return <DisputeForm dispute={dispute} now={now} />;
  if (item?.kind === 'transfer') return <ContestForm now={now} />;
  if (stray) return <StrayForm stray={stray} now={now} />;
  if (approval) return <ApprovalForm approval={approval} now={now} />;
  if (charge) return <ConfirmForm charge={charge} now={now} />;
  return refund ? <SettleForm refund={refund} now={now} /> : null;
}
