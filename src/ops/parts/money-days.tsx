import type { MoneyDays, MoneyWay } from '#contract/ops/money-days.ts';
import { formatDay } from '#domain/dates.ts';
import { DeskLink, place } from '../context.tsx';
import { momentOf, reais, shortCode } from '../words.ts';
import styles from './money-days.module.css';
import { Panel } from './panel.tsx';

const wayWords: Readonly<Record<MoneyWay, string>> = {
  PIX_KEY: 'Pix na chave da loja',
  PIX: 'Pix pelo banco ligado',
  CREDIT_CARD: 'Cartão',
  WALLET: 'Carteira',
  STRAY: 'Pix sem dono',
};
const differWords: Readonly<Record<MoneyDays['differs'][number]['kind'], string>> = {
  stray: 'Está no banco e não é de nenhum pedido',
  refund: 'Falta devolver',
  record: 'A cobrança e as devoluções dela não batem',
};
/** Noon of a day of São Paulo. */
const noon = (date: string): number => Date.parse(`${date}T12:00:00-03:00`);

/** What came and went, by the day it was recorded, and each sum that does not add up yet. */
export function MoneyDaysPanel({ days: { days, differs } }: { days: MoneyDays }) {
  return (
    <Panel title="Conferência do dia" fact="Últimos 7 dias, pelo dia do registro">
      {days.length === 0 ? <p>Nenhum dinheiro entrou ou saiu nestes dias.</p> : null}
      {days.map(({ date, rows, ...sums }) => (
        <table key={date} className={styles.day}>
          <caption>{formatDay(noon(date))}</caption>
          <thead>
            <tr>
              <th scope="col">Forma</th>
              <th scope="col">Entrou</th>
              <th scope="col">Saiu</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.way}>
                <th scope="row">{wayWords[row.way]}</th>
                <td>{reais(row.in)}</td>
                <td>{reais(row.out)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{reais(sums.in)}</td>
              <td>{reais(sums.out)}</td>
            </tr>
          </tfoot>
        </table>
      ))}
      <h3 className={styles.title}>O que não fecha</h3>
      {differs.length === 0 ? (
        <p>Tudo fecha com o registro, ao centavo.</p>
      ) : (
        <ul>
          {differs.map((one, index) => (
            <li key={`${one.kind}${one.at}${index}`} className={styles.differs}>
              <span>
                {differWords[one.kind]}
                {one.orderId && one.orderCode ? (
                  <>
                    {', '}
                    <DeskLink to={place('order', one.orderId)}>{shortCode(one.orderCode)}</DeskLink>
                  </>
                ) : null}
                {', '}
                {momentOf(one.at)}
              </span>
              <b>{reais(one.amount)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
