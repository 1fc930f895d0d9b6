import { Button, NativeSelect, TextInput } from '@mantine/core';
import type * as v from 'valibot';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import type { OpsMoney } from '#contract/ops/money.ts';
import { ReasonAnswer, StrayAnswer, localOf } from '#domain/ops/answers.ts';
import { approvalWords, momentOf, reais, shortCode } from '../words.ts';
import styles from './money-item.module.css';
import { FieldsForm } from './fields-form.tsx';
import { inputOf } from './form-input.ts';
import { Foot, ReasonField, ReturnFields, useItem } from './money-form.tsx';
import { Panel } from './panel.tsx';

type Stray = OpsMoney['strays'][number];
type Approval = OpsMoney['approvals'][number];
type How = 'order' | 'returned' | 'absent';
interface StrayValues extends Record<string, unknown> {
  kind: How;
  orderCode: string;
  returnId: string;
  at: string;
  reason: string;
}
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
  const { settling, problem, isBusy, isWaiting, send } = useItem();
  const form = useCheckedForm<StrayValues, v.InferOutput<typeof StrayAnswer>>({
    schema: StrayAnswer,
    initial: () => ({
      kind: settling?.kind === 'returned' || settling?.kind === 'absent' ? settling.kind : 'order',
      orderCode: settling?.kind === 'order' ? settling.orderCode : '',
      returnId: settling?.kind === 'returned' ? settling.returnId : '',
      at: localOf(settling?.kind === 'returned' ? settling.at : now),
      reason: settling && 'reason' in settling ? settling.reason : '',
    }),
    problem,
    onSubmit: send,
  });
  const { kind } = form.values;
  return (
    <Panel title={`${reais(stray.amount)} sem dono`}>
      <p className={styles.more}>
        Veja no extrato a transferência <code>{stray.endToEndId ?? stray.txid}</code>.
      </p>
      <FieldsForm className={styles.form} form={form}>
        <NativeSelect label="O que aconteceu" data={[...ways]} {...inputOf(form.field('kind'))} />
        {kind === 'order' ? (
          <TextInput
            label="Código do pedido"
            description={`O pedido espera um Pix de ${reais(stray.amount)}; outro valor volta para quem mandou.`}
            {...inputOf(form.field('orderCode'))}
            autoComplete="off"
            spellCheck={false}
            maxLength={24}
          />
        ) : kind === 'returned' ? (
          <ReturnFields field={form.field} />
        ) : null}
        <ReasonField field={form.field} />
        <Button type="submit" size="md" loading={isBusy} disabled={isWaiting}>
          {verbs[kind]}
        </Button>
      </FieldsForm>
      <Foot problem={form.refusal} />
    </Panel>
  );
}

/** What another of the staff asked for, or what one asked for oneself. */
export function ApprovalForm({ approval, now }: { approval: Approval; now: string }) {
  const { settling, problem, isBusy, isWaiting, can, send } = useItem();
  const form = useCheckedForm({
    schema: ReasonAnswer,
    initial: () => ({ reason: settling?.kind === 'refuse' ? settling.reason : '' }),
    problem: settling?.kind === 'refuse' ? problem : null,
    onSubmit: ({ reason }) => send({ kind: 'refuse', reason }),
  });
  const { isOwn, aloneFrom } = approval;
  const isEarly = aloneFrom !== undefined && Date.parse(aloneFrom) > Date.parse(now);
  const mayApprove = !isOwn || (aloneFrom !== undefined && !isEarly);
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
      <FieldsForm className={styles.form} form={form}>
        <ReasonField field={form.field} />
        <Button type="submit" variant="default" disabled={isBusy || isWaiting}>
          {isOwn ? 'Retirar o pedido' : 'Recusar'}
        </Button>
      </FieldsForm>
      <Foot problem={settling?.kind === 'refuse' ? form.refusal : problem} />
    </Panel>
  );
}
