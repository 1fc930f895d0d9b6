import type { OpsOrder } from '#contract/ops/orders.ts';
import type { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import { actorWords, chargeWords, happenedWords, momentOf, reais, shortCode, stateWords } from '../words.ts';
import styles from './order-panels.module.css';
import { Note } from './note.tsx';
import { Panel } from './panel.tsx';

const refundWords = { requested: 'a devolver', settled: 'devolvido', failed: 'recusado pelo banco' } as const;

const disputeWords = {
  open: 'espera a loja',
  answered: 'respondido',
  returned: 'devolvido pelo banco',
  kept: 'fica com a loja',
} as const;

const unpaidWords: Readonly<Record<string, string>> = {
  expired: 'venceu sem pagamento',
  declined: 'recusado',
};
/** A charge that lapsed or was refused is settled, too: paid is only one whose money came. */
const chargeFact = ({ state, settledAt }: OpsOrder['charges'][number]): string =>
  (state === 'confirmed' || state === 'refunded') && settledAt
    ? `pago ${momentOf(settledAt)}`
    : (unpaidWords[state] ?? 'não pago');

/** Money with its arithmetic. */
export function OrderMoney({ order }: { order: OpsOrder }) {
  const { subTotal, discount, shipping, total } = order.totals;
  return (
    <Panel title="Dinheiro">
      <dl className={styles.sums}>
        <dt>Itens</dt>
        <dd>{reais(subTotal)}</dd>
        {discount > 0 ? (
          <>
            <dt>Desconto</dt>
            <dd>− {reais(discount)}</dd>
          </>
        ) : null}
        <dt>Entrega</dt>
        <dd>{reais(shipping)}</dd>
        <dt className={styles.total}>Total</dt>
        <dd className={styles.total}>{reais(total)}</dd>
        {order.charges.map((charge) => (
          <div key={charge.id} className={styles.row}>
            <dt>
              {chargeWords[charge.type]}, {chargeFact(charge)}
            </dt>
            <dd>{reais(charge.amount)}</dd>
          </div>
        ))}
        {order.refunds.map((refund) => (
          <div key={refund.id} className={styles.row}>
            <dt>
              Devolução, {refundWords[refund.state]}
              {refund.isManual && refund.state !== 'settled' ? ', à mão' : ''}
            </dt>
            <dd>{reais(refund.amount)}</dd>
          </div>
        ))}
        {order.disputes.map((dispute) => (
          <div key={dispute.id} className={styles.row}>
            <dt>
              Pix contestado, {disputeWords[dispute.state]}
              {dispute.state === 'open' ? `, resposta até ${momentOf(dispute.dueAt)}` : ''}
            </dt>
            <dd>{reais(dispute.amount)}</dd>
          </div>
        ))}
      </dl>
      {order.disputes.some(({ endedAt }) => endedAt === undefined) ? (
        <Note tone="bad" title="O banco contesta este Pix.">
          Antes de entregar ou devolver, veja em Dinheiro o que falta responder.
        </Note>
      ) : null}
    </Panel>
  );
}

/** What was said of the goods: how to follow them, where they are, their invoice. */
export function GoodsNews({ trackingCode, place, invoiceUrl }: DeliveryUpdate) {
  if (!trackingCode && !place && !invoiceUrl) return null;
  return (
    <span className={styles.reason}>
      {[trackingCode ? `Rastreio ${trackingCode}` : '', place ? `Em ${place}` : '']
        .filter(Boolean)
        .join(' · ')}
      {invoiceUrl ? (
        <>
          {trackingCode || place ? ' · ' : ''}
          <a href={invoiceUrl} target="_blank" rel="noopener noreferrer">
            Nota fiscal (NF-e)
          </a>
        </>
      ) : null}
    </span>
  );
}
/** The newest of each for one part of an order. */
export const newestOf = ({ history }: Pick<OpsOrder, 'history'>, childId: string): DeliveryUpdate =>
  Object.assign(
    {},
    ...history
      .filter(({ childIds }) => !childIds || childIds.includes(childId))
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ trackingCode, place, invoiceUrl }) => ({
        ...(trackingCode ? { trackingCode } : {}),
        ...(place ? { place } : {}),
        ...(invoiceUrl ? { invoiceUrl } : {}),
      })),
  );

/** What happened, the newest first, with who did it. */
export function OrderHistory({ order }: { order: OpsOrder }) {
  const partOf = (ids: readonly string[] = []) => {
    const codes = order.parts
      .filter(({ childId }) => ids.includes(childId))
      .map(({ code }) => shortCode(code));
    return order.parts.length > 1 && codes.length > 0 ? `, ${codes.join(' e ')}` : '';
  };
  return (
    <Panel title="Histórico" fact="Só acontecimentos, o mais novo antes">
      <ol className={styles.history}>
        {order.history
          .toSorted((a, b) => b.sequence - a.sequence)
          .map((entry) => (
            <li key={entry.sequence} className={styles.entry}>
              <time dateTime={entry.at}>{momentOf(entry.at)}</time>
              <p>
                {happenedWords(entry.type)}
                {partOf(entry.childIds)}
                {entry.reason ? <span className={styles.reason}>{entry.reason}</span> : null}
                <GoodsNews {...entry} />
              </p>
              <p className={styles.who}>{actorWords(entry.actor)}</p>
              <p className={styles.who}>
                {entry.from ? `${stateWords(entry.from)} → ` : ''}
                {stateWords(entry.to)}
              </p>
            </li>
          ))}
      </ol>
    </Panel>
  );
}
