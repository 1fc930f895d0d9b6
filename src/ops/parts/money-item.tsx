import { Button, TextInput } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import * as v from 'valibot';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import { inCents } from '#contract/money.ts';
import type { OpsMoney } from '#contract/ops/money.ts';
import { typedReais } from '#domain/money/typed-amount.ts';
import { SettleAnswer, confirmAnswer, localOf } from '#domain/ops/answers.ts';
import { useDesk } from '../context.tsx';
import { reais, shortCode } from '../words.ts';
import styles from './money-item.module.css';
import { ApprovalForm, StrayForm } from './money-decisions.tsx';
import { ContestForm, DisputeForm } from './dispute.tsx';
import { FieldsForm } from './fields-form.tsx';
import { inputOf } from './form-input.ts';
import { Foot, ReturnFields, TransferField, useItem } from './money-form.tsx';
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
  const { settling, problem, isBusy, isWaiting, send } = useItem();
  const kept = settling?.kind === 'confirm' ? settling : null;
  const schema = confirmAnswer(inCents(charge.amount));
  const form = useCheckedForm({
    schema,
    initial: () => ({
      endToEndId: kept?.endToEndId ?? '',
      amount: kept ? typedReais(inCents(kept.amount)) : '',
      paidAt: localOf(kept?.paidAt ?? now),
    }),
    problem,
    onSubmit: (answer) => send({ kind: 'confirm', ...answer }),
  });
  const holds = (name: keyof typeof form.values) => v.is(schema.entries[name], form.values[name]);
  return (
    <Panel title={`Confirmar Pix de ${shortCode(charge.orderCode)}`}>
      <p className={styles.more}>Copie do extrato do banco. Comprovante da pessoa não vale.</p>
      <FieldsForm className={styles.form} form={form}>
        <TransferField field={form.field} />
        <div className={styles.two}>
          <TextInput
            label="Valor no extrato"
            inputMode="decimal"
            placeholder="0,00"
            {...inputOf(form.field('amount'))}
          />
          <TextInput label="Pago em" type="datetime-local" {...inputOf(form.field('paidAt'))} />
        </div>
        <ul>
          <Check holds={holds('endToEndId')}>Identificador inteiro</Check>
          <Check holds={holds('amount')}>Valor igual ao do pedido</Check>
          <Check holds={holds('paidAt')}>Hora do extrato</Check>
        </ul>
        <Button type="submit" size="md" loading={isBusy} disabled={isWaiting}>
          Registrar pagamento de {reais(charge.amount)}
        </Button>
      </FieldsForm>
      <Foot problem={form.refusal} />
    </Panel>
  );
}

function SettleForm({ refund, now }: { refund: Refund; now: string }) {
  const { settling, problem, isBusy, isWaiting, send } = useItem();
  const kept = settling?.kind === 'settle' ? settling : null;
  const form = useCheckedForm({
    schema: SettleAnswer,
    initial: () => ({ returnId: kept?.returnId ?? '', at: localOf(kept?.at ?? now) }),
    problem,
    onSubmit: (answer) => send({ kind: 'settle', ...answer }),
  });
  return (
    <Panel title={`Devolver ${reais(refund.amount)} de ${shortCode(refund.orderCode)}`}>
      {refund.endToEndId ? (
        <p className={styles.more}>
          No app do banco, devolva o Pix <code>{refund.endToEndId}</code>. Nunca faça um Pix novo para uma
          chave.
        </p>
      ) : null}
      <FieldsForm className={styles.form} form={form}>
        <ReturnFields field={form.field} />
        <Button type="submit" size="md" loading={isBusy} disabled={isWaiting}>
          Registrar devolução de {reais(refund.amount)}
        </Button>
        {refund.canRetry ? (
          <Button variant="default" disabled={isBusy || isWaiting} onClick={() => send({ kind: 'retry' })}>
            Pedir ao banco de novo
          </Button>
        ) : null}
      </FieldsForm>
      <Foot problem={form.refusal} />
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
