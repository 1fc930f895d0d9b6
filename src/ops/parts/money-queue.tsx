import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { OpsMoney } from '#contract/ops/money.ts';
import type { MoneyItem } from '#machines/ops/money.machine.ts';
import { DeskLink, place, useDesk } from '../context.tsx';
import {
  ageText,
  approvalWords,
  hourOf,
  momentOf,
  reais,
  refundReasonWords,
  shortCode,
  stateWords,
} from '../words.ts';
import { Chip } from './chip.tsx';
import styles from './money-queue.module.css';
import { Panel } from './panel.tsx';

/** Days in which a Pix may be sent back. */
const PIX_DAYS = 90;
const daysUntil = (until: string, now: string): number =>
  Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 86_400_000));

const daysLeft = (days: number): string =>
  days === 0
    ? 'O prazo do Pix passou'
    : `${days === 1 ? 'Resta 1 dia' : `Restam ${days} dias`} de ${PIX_DAYS}`;
/** Of a Pix that nobody confirmed: until when its goods are kept, or what became of its order meanwhile. */
const reservationOf = (
  { expiresAt, createdAt, orderState }: OpsMoney['charges'][number],
  now: string,
): string =>
  orderState !== 'PENDING_PAYMENT'
    ? stateWords(orderState)
    : expiresAt && expiresAt > now
      ? `Reserva até ${hourOf(expiresAt)}`
      : `Pedido ${ageText(createdAt, now)}`;

interface RowProps {
  name: ReactNode;
  text: ReactNode;
  amount: number;
  fact: string;
  isBad?: boolean;
  item: MoneyItem;
  verb: string;
  /** what the button is about, for who does not see the row */
  about: string;
}
function Row({ name, text, amount, fact, isBad = false, item, verb, about }: RowProps) {
  const { money } = useDesk();
  const isOpen = useSelector(money, ({ context }) => context.item?.id === item.id);
  const canOpen = useSelector(money, (state) => state.can({ type: 'item.opened', item }));
  return (
    <li className={styles.row}>
      <div>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      <p className={styles.amount}>{reais(amount)}</p>
      <p className={styles.text} data-bad={isBad}>
        {fact}
      </p>
      {isOpen ? (
        <Chip tone="info">Aberto</Chip>
      ) : (
        <Button variant="light" disabled={!canOpen} onClick={() => money.send({ type: 'item.opened', item })}>
          {verb}
          <span className="hidden-text"> {about}</span>
        </Button>
      )}
    </li>
  );
}
/** A row of an order's money. */
function OrderRow({
  of,
  ...row
}: Omit<RowProps, 'name' | 'about'> & { of: { orderId: string; orderCode: string; name: string } }) {
  const code = shortCode(of.orderCode);
  return (
    <Row
      {...row}
      about={code}
      name={
        <>
          <DeskLink to={place('order', of.orderId)}>{code}</DeskLink> · {of.name}
        </>
      }
    />
  );
}

export function Charges({ charges, now }: { charges: OpsMoney['charges']; now: string }) {
  if (charges.length === 0) return null;
  return (
    <Panel title="Pix a confirmar" fact="Só pelo extrato do banco">
      <ul>
        {charges.map((charge) => (
          <OrderRow
            key={charge.id}
            of={charge}
            text="Chave da loja, sem banco ligado"
            amount={charge.amount}
            fact={reservationOf(charge, now)}
            item={{ kind: 'charge', id: charge.id }}
            verb="Confirmar"
          />
        ))}
      </ul>
    </Panel>
  );
}

export function Refunds({ refunds, now }: { refunds: OpsMoney['refunds']; now: string }) {
  if (refunds.length === 0) return null;
  return (
    <Panel title="Devoluções feitas à mão" fact="No app do banco, pelo Pix de origem">
      <ul>
        {refunds.map((refund) => {
          const days = refund.until ? daysUntil(refund.until, now) : null;
          return (
            <OrderRow
              key={refund.id}
              of={refund}
              text={refund.state === 'failed' ? 'O banco recusou' : refundReasonWords(refund.reason)}
              amount={refund.amount}
              fact={days === null ? ageText(refund.requestedAt, now) : daysLeft(days)}
              isBad={days !== null && days < 10}
              item={{ kind: 'refund', id: refund.id }}
              verb="Registrar"
            />
          );
        })}
      </ul>
    </Panel>
  );
}

const strayWords: Readonly<Record<string, string>> = {
  mismatch: 'Valor ou chave não batem com a cobrança',
  'unknown charge': 'Nenhuma cobrança com este código',
};
export function Strays({ strays }: { strays: OpsMoney['strays'] }) {
  if (strays.length === 0) return null;
  return (
    <Panel title="Dinheiro sem dono" fact="Entrou e ninguém o pediu aqui" tone="bad">
      <ul>
        {strays.map((stray) => (
          <Row
            key={stray.id}
            name={strayWords[stray.why] ?? stray.why}
            text={<code>{stray.endToEndId ?? stray.txid}</code>}
            amount={stray.amount}
            fact={momentOf(stray.at)}
            item={{ kind: 'stray', id: stray.id }}
            verb="Resolver"
            about={reais(stray.amount)}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** Pix that a payer's bank contests. A contest comes by the bank's own message: it is written down at any time. */
export function Disputes({ disputes, now }: { disputes: OpsMoney['disputes']; now: string }) {
  const { money } = useDesk();
  const item: MoneyItem = { kind: 'transfer', id: 'new' };
  const canOpen = useSelector(money, (state) => state.can({ type: 'item.opened', item }));
  return (
    <Panel
      title="Pix contestado (MED)"
      fact={disputes.length > 0 ? 'O banco decide' : 'Nenhum agora'}
      tone={disputes.length > 0 ? 'bad' : undefined}
    >
      {disputes.length > 0 ? (
        <ul>
          {disputes.map((dispute) => {
            const days = daysUntil(dispute.dueAt, now);
            const isWaiting = dispute.state === 'open';
            return (
              <OrderRow
                key={dispute.id}
                of={dispute}
                text={
                  dispute.isReturnTold
                    ? 'O banco avisa que devolveu: confira no extrato'
                    : isWaiting
                      ? 'Espera a resposta da loja'
                      : 'Respondida, o banco decide'
                }
                amount={dispute.amount}
                fact={
                  days === 0 ? 'Prazo vencido' : days === 1 ? 'Último dia do prazo' : `Prazo em ${days} dias`
                }
                isBad={isWaiting && days <= 2}
                item={{ kind: 'dispute', id: dispute.id }}
                verb={isWaiting ? 'Responder' : 'Registrar'}
              />
            );
          })}
        </ul>
      ) : null}
      <Button
        variant="default"
        w="fit-content"
        disabled={!canOpen}
        onClick={() => money.send({ type: 'item.opened', item })}
      >
        Nova contestação
      </Button>
    </Panel>
  );
}

export function Approvals({ approvals }: { approvals: OpsMoney['approvals'] }) {
  if (approvals.length === 0) return null;
  return (
    <Panel title="Espera aprovação" fact="Acima do limite de uma pessoa" tone="bad">
      <ul>
        {approvals.map((one) => (
          <Row
            key={one.id}
            name={
              <>
                {approvalWords[one.action]}
                {one.orderId && one.orderCode ? (
                  <>
                    {' · '}
                    <DeskLink to={place('order', one.orderId)}>{shortCode(one.orderCode)}</DeskLink>
                  </>
                ) : null}
              </>
            }
            text={one.isOwn ? 'Você pediu' : `${one.askedBy} pediu`}
            amount={one.amount}
            fact={`Vale até ${momentOf(one.until)}`}
            item={{ kind: 'approval', id: one.id }}
            verb={one.isOwn ? 'Ver' : 'Decidir'}
            about={approvalWords[one.action]}
          />
        ))}
      </ul>
    </Panel>
  );
}
