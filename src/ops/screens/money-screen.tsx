import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { OpsMoney } from '#contract/ops/money.ts';
import type { MoneyItem } from '#machines/ops/money.machine.ts';
import { DeskLink, place, useBoard, useDesk } from '../context.tsx';
import { Chip } from '../parts/chip.tsx';
import { MoneyDaysPanel } from '../parts/money-days.tsx';
import { MoneyItemPanel } from '../parts/money-item.tsx';
import { Note } from '../parts/note.tsx';
import { Panel } from '../parts/panel.tsx';
import {
  ageText,
  approvalWords,
  count,
  hourOf,
  momentOf,
  reais,
  refundReasonWords,
  shortCode,
} from '../words.ts';
import styles from './money.module.css';

/** Days in which a Pix may be sent back. */
const PIX_DAYS = 90;
const daysUntil = (until: string, now: string): number =>
  Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 86_400_000));

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

function Charges({ charges, now }: { charges: OpsMoney['charges']; now: string }) {
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
            fact={
              charge.expiresAt ? `Reserva até ${hourOf(charge.expiresAt)}` : ageText(charge.createdAt, now)
            }
            item={{ kind: 'charge', id: charge.id }}
            verb="Confirmar"
          />
        ))}
      </ul>
    </Panel>
  );
}

function Refunds({ refunds, now }: { refunds: OpsMoney['refunds']; now: string }) {
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
              fact={days === null ? ageText(refund.requestedAt, now) : `Restam ${days} dias de ${PIX_DAYS}`}
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
function Strays({ strays }: { strays: OpsMoney['strays'] }) {
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
function Disputes({ disputes, now }: { disputes: OpsMoney['disputes']; now: string }) {
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
      <Button variant="default" disabled={!canOpen} onClick={() => money.send({ type: 'item.opened', item })}>
        Registrar contestação
      </Button>
    </Panel>
  );
}

function Approvals({ approvals }: { approvals: OpsMoney['approvals'] }) {
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

const doneWords: Readonly<Record<MoneyItem['kind'], string>> = {
  charge: 'Registrado. O pedido e a pessoa já sabem.',
  refund: 'Registrado. O pedido e a pessoa já sabem.',
  stray: 'Registrado. Este dinheiro tem destino.',
  dispute: 'Registrado, com o seu nome.',
  transfer: 'Contestação registrada. O prazo corre desde a abertura.',
  approval: 'Decidido, com o seu nome.',
};

export { IconCash as RailIcon };

/** Dinheiro: what waits for a person, and one item open beside it. */
export function MoneyScreen() {
  const { money: actor } = useDesk();
  const board = useBoard();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { money, days, settled, isAsked, problem } = state.context;
  const again = <Button onClick={() => actor.send({ type: 'load.retried' })}>Tentar agora</Button>;
  if (!money || !board)
    return state.hasTag('busy') ? (
      <p role="status">Lendo o dinheiro…</p>
    ) : (
      <Note tone="bad" title="O dinheiro não veio." action={again}>
        O balcão tenta de novo sozinho.
      </Note>
    );
  const { now } = board;
  const { charges, refunds, strays, disputes, approvals } = money;
  const waiting = [charges, refunds, strays, disputes, approvals].flat().length;
  return (
    <>
      {(state.hasTag('offline') || state.hasTag('failed')) && problem ? (
        <Note tone="bad" title="A fila pode estar velha." action={again}>
          A última leitura falhou.
        </Note>
      ) : null}
      {settled && isAsked ? (
        <Note tone="info" title="Espera outra pessoa da equipe.">
          Acima do limite, o registro só vale depois que ela aprovar.
        </Note>
      ) : settled ? (
        <Note tone="ok" title={doneWords[settled.kind]} />
      ) : null}
      <p>{waiting === 0 ? 'Nada espera por você aqui.' : `${count(waiting, 'item', 'itens')} na fila`}</p>
      <div className={styles.layout}>
        <div className={styles.side}>
          <Approvals approvals={approvals} />
          <Strays strays={strays} />
          <Charges charges={charges} now={now} />
          <Refunds refunds={refunds} now={now} />
          <Disputes disputes={disputes} now={now} />
          {days ? <MoneyDaysPanel days={days} /> : null}
        </div>
        <div className={styles.side}>
          {state.hasTag('item') ? (
            <MoneyItemPanel key={state.context.item?.id} money={money} now={now} />
          ) : null}
        </div>
      </div>
    </>
  );
}
