import { Button } from '@mantine/core';
import { IconSun } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { OpsDay } from '#contract/ops/day.ts';
import type { BoardColumn, OpsCard } from '#contract/ops/orders.ts';
import { cardsIn } from '#machines/ops/board.ts';
import type { DeskPlace } from '#machines/ops/screens.ts';
import { DeskLink, place, useBoard, useDesk } from '../context.tsx';
import { codeOf } from '../parts/card.tsx';
import { Loading } from '../parts/loading.tsx';
import { Note } from '../parts/note.tsx';
import { Panel } from '../parts/panel.tsx';
import { PausesPanel } from '../parts/pauses.tsx';
import {
  ageText,
  approvalWords,
  awaitedWords,
  columnWords,
  count,
  hourOf,
  momentOf,
  reais,
  shortCode,
  stateWords,
} from '../words.ts';
import styles from './today.module.css';

interface Burning {
  key: string;
  title: string;
  text: string;
  fact: string;
  verb: string;
  to: DeskPlace;
}

const ofCard = (card: OpsCard, now: string, title: string, verb: string): Burning => ({
  key: card.childId,
  title: `${title}, ${shortCode(codeOf(card))}`,
  text: `${card.name}${card.hub ? `, ${card.hub.name}` : ''}`,
  fact: ageText(card.since, now),
  verb,
  to: place('order', card.orderId),
});

const ones: Readonly<Partial<Record<BoardColumn, string>>> = { new: 'novo', ready: 'pronto' };
/** A column under its number: `1 novo`, `6 precisam de você`. */
function numberWords(id: BoardColumn, total: number): string {
  if (id === 'attention') return total === 1 ? 'precisa de você' : 'precisam de você';
  return (total === 1 ? ones[id] : undefined) ?? columnWords[id].toLowerCase();
}

function Row({ title, text, fact, verb, to }: Burning) {
  return (
    <li className={styles.row}>
      <div>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      <p className={styles.fact}>{fact}</p>
      <DeskLink to={to} className={styles.verb}>
        {verb} <span className="hidden-text">{title}</span>
      </DeskLink>
    </li>
  );
}

function Number({ value, label }: { value: ReactNode; label: string }) {
  return (
    <li className={styles.number}>
      <b>{value}</b>
      <span>{label}</span>
    </li>
  );
}

/** Today's orders by the hour, each as long as it is many. */
function Hours({ hours }: { hours: OpsDay['hours'] }) {
  const all = hours.reduce((sum, { orders }) => sum + orders, 0);
  const most = Math.max(1, ...hours.map(({ orders }) => orders));
  return (
    <Panel title="Pedidos por hora" fact={count(all, 'pedido hoje', 'pedidos hoje')}>
      {hours.length > 0 ? (
        <ul>
          {hours.map(({ at, orders }) => (
            <li key={at} className={styles.hour}>
              <span>{hourOf(at)}</span>
              <meter max={most} value={orders} aria-hidden />
              <b>{orders}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p>Nenhum pedido hoje ainda.</p>
      )}
    </Panel>
  );
}

/** How many asked to be told of a campaign; nothing where nobody did. */
function Awaited({ awaited }: Pick<OpsDay, 'awaited'>) {
  if (awaited.length === 0) return null;
  const all = awaited.reduce((sum, { people }) => sum + people, 0);
  return (
    <Panel title="Esperam um aviso" fact={count(all, 'aviso', 'avisos')}>
      <ul>
        {awaited.map(({ campaign, when, people }) => (
          <li key={`${campaign} ${when}`} className={styles.awaited}>
            <span>
              {campaign} <span className={styles.text}>{awaitedWords[when]}</span>
            </span>
            <b>{people}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function MoneyMissing() {
  const { money } = useDesk();
  const isBusy = useSelector(money, (state) => state.hasTag('busy'));
  const again = (
    <Button size="sm" loading={isBusy} onClick={() => money.send({ type: 'load.retried' })}>
      Tentar agora
    </Button>
  );
  return (
    <Note tone="bad" title="O dinheiro não veio." action={again}>
      Podem faltar aqui Pix a confirmar e devoluções.
    </Note>
  );
}

export { IconSun as RailIcon };

/** Hoje: what burns, and where the day stands. */
export function TodayScreen() {
  const { money: actor, shift } = useDesk();
  const board = useBoard();
  const isLost = useSelector(shift, ({ context }) => context.failures > 0);
  const money = useSelector(actor, ({ context }) => context.money);
  const isMoneyMissing = useSelector(
    actor,
    ({ context }) => context.failures > 0 && context.problem !== null && context.item === null,
  );
  const isFirstRead = useSelector(
    actor,
    (state) => state.hasTag('busy') && !state.context.money && state.context.failures === 0,
  );
  // The banner above says what is wrong, and tries again.
  if (!board && isLost) return <p>O dia aparece aqui quando o servidor responder.</p>;
  if (!board || isFirstRead) return <Loading text="Lendo o dia…" />;
  const { now } = board;
  const attention = cardsIn(board, 'attention');
  const late = board.columns
    .flatMap((column) => (column.id === 'attention' ? [] : column.cards))
    .filter(({ isOverdue }) => isOverdue);
  const burning: Burning[] = [
    ...attention.map((card) =>
      ofCard(card, now, stateWords(card.state), card.allowedEvents.length > 0 ? 'Responder' : 'Ver pedido'),
    ),
    ...late.map((card) =>
      ofCard(card, now, `Atrasado: ${stateWords(card.state).toLowerCase()}`, 'Ver pedido'),
    ),
    ...(money && money.charges.length > 0
      ? [
          {
            key: 'charges',
            title: `${count(money.charges.length, 'Pix', 'Pix')} a confirmar pelo extrato`,
            text: `O mais antigo: ${reais(money.charges[0]?.amount ?? 0)}`,
            fact: ageText(money.charges[0]?.createdAt ?? now, now),
            verb: 'Confirmar',
            to: place('money'),
          },
        ]
      : []),
    ...(money?.approvals ?? [])
      .filter(({ isOwn, aloneFrom }) => !isOwn || aloneFrom !== undefined)
      .map((one) => ({
        key: one.id,
        title: `Espera aprovação: ${approvalWords[one.action]}`,
        text: `${reais(one.amount)} · ${one.askedBy} pediu`,
        fact: ageText(one.at, now),
        verb: 'Decidir',
        to: place('money'),
      })),
    ...(money && money.strays.length > 0
      ? [
          {
            key: 'strays',
            title: `${count(money.strays.length, 'entrada', 'entradas')} de dinheiro sem dono`,
            text: `A primeira: ${reais(money.strays[0]?.amount ?? 0)}`,
            fact: ageText(money.strays[0]?.at ?? now, now),
            verb: 'Resolver',
            to: place('money'),
          },
        ]
      : []),
    ...(money?.disputes ?? []).map((dispute) => ({
      key: dispute.id,
      title: `Pix contestado, ${shortCode(dispute.orderCode)}`,
      text: `${reais(dispute.amount)} · ${dispute.isReturnTold ? 'o banco avisa que devolveu' : dispute.name}`,
      fact: dispute.state === 'open' ? `Até ${momentOf(dispute.dueAt)}` : 'Respondida',
      verb: dispute.state === 'open' ? 'Responder' : 'Ver',
      to: place('money'),
    })),
    ...(money?.refunds ?? []).map((refund) => ({
      key: refund.id,
      title: `Devolução a fazer, ${shortCode(refund.orderCode)}`,
      text: `${reais(refund.amount)} · ${refund.name}`,
      fact: ageText(refund.requestedAt, now),
      verb: 'Devolver',
      to: place('money'),
    })),
  ];
  return (
    <div className={styles.layout}>
      <Panel
        title="O que queima"
        fact={burning.length > 0 ? count(burning.length, 'coisa', 'coisas') : undefined}
      >
        {isMoneyMissing ? <MoneyMissing /> : null}
        {burning.length > 0 ? (
          <ul>
            {burning.map(({ key, ...row }) => (
              <Row key={key} {...row} />
            ))}
          </ul>
        ) : (
          <p>
            {isMoneyMissing
              ? 'Nos pedidos, nada queima agora.'
              : 'Nada queima agora. Os pedidos seguem no quadro.'}
          </p>
        )}
      </Panel>
      <div className={styles.side}>
        <Panel title="Agora">
          <ul className={styles.numbers}>
            {board.columns.map(({ id, total }) => (
              <Number key={id} value={total} label={numberWords(id, total)} />
            ))}
            <Number value={late.length} label={late.length === 1 ? 'atrasado' : 'atrasados'} />
            <Number
              value={board.day.soldOut}
              label={board.day.soldOut === 1 ? 'produto esgotado' : 'produtos esgotados'}
            />
          </ul>
        </Panel>
        <Hours hours={board.day.hours} />
        <Awaited awaited={board.day.awaited} />
        <PausesPanel />
      </div>
    </div>
  );
}
