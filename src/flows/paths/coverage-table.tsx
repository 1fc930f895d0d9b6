import type { ChartFacts } from '../facts.ts';
import type { BookActor } from '../history.ts';
import type { Coverage } from './coverage.ts';
import { missingWords } from './path-words.ts';
import styles from './paths-view.module.css';

interface Props {
  book: BookActor;
  chart: ChartFacts;
  coverage: Coverage;
}

/** As many as are listed without being asked for. */
const FEW = 8;

/** What no path shows, each by its name and with its reason. */
function Missed({ book, chart, coverage: { missing, unreached } }: Props) {
  const count = missing.length + unreached.length;
  if (count === 0) return <p>Os caminhos mostram tudo o que este gráfico faz.</p>;
  return (
    <details open={count <= FEW || undefined} className={styles.missed}>
      <summary>Não alcançadas: {count}</summary>
      <ul>
        {unreached.map((path) => (
          <li key={path}>
            estado <code>{path}</code>, porque nenhum caminho chega a ele
          </li>
        ))}
        {missing.map((one) => {
          const { what, why } = missingWords(one);
          return (
            <li key={one.goal}>
              <button
                type="button"
                onClick={() => book.send({ type: 'chart.requested', chart: chart.id, state: one.path })}
              >
                {what}
              </button>
              , porque {why}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** How much of a chart its paths show. */
export function CoverageTable(props: Props) {
  const { states, transitions, guards } = props.coverage;
  const rows = [
    { name: 'Estados', ...states },
    { name: 'Transições', ...transitions },
    { name: 'Condições vistas valer e não valer', ...guards },
  ];
  return (
    <section aria-label="Cobertura">
      <table className={styles.table}>
        <caption>Cobertura de {props.chart.id}</caption>
        <thead>
          <tr>
            <th scope="col">O quê</th>
            <th scope="col">Nos caminhos</th>
            <th scope="col">No gráfico</th>
            <th scope="col">Parte</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, seen, all }) => (
            <tr key={name} data-whole={seen === all}>
              <th scope="row">{name}</th>
              <td>{seen}</td>
              <td>{all}</td>
              <td>{all === 0 ? '–' : `${Math.floor((100 * seen) / all)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Missed {...props} />
    </section>
  );
}
