import { useSelector } from '@xstate/react';
import type { ChartFacts } from '../facts.ts';
import type { BookActor } from '../history.ts';
import { questions } from '../questions.ts';
import { screenOf } from '../search.ts';
import styles from './screen-map.module.css';

interface Props {
  book: BookActor;
  charts: readonly ChartFacts[];
}

/** Every screen of the store, by the chart that owns it. */
export function ScreenMap({ book, charts }: Props) {
  const missing = useSelector(book, (snapshot) => snapshot.context.missing);
  const groups = charts
    .map(({ id, states }) => ({
      id,
      screens: states.flatMap((state) => {
        const screen = screenOf(id, state.path);
        return screen ? [{ ...screen, state }] : [];
      }),
    }))
    .filter(({ screens }) => screens.length > 0)
    .sort((a, b) => b.screens.length - a.screens.length);
  return (
    <main className={styles.map}>
      <h2 className={styles.name}>Mapa das telas</h2>
      {missing === null ? null : (
        <p role="status" className={styles.missing}>
          O gráfico “{missing}” não está neste livro: o link pode ser de outra versão da loja. Escolha um dos
          que estão.
        </p>
      )}
      <section aria-labelledby="questions">
        <h3 id="questions" className={styles.chart}>
          Perguntas que o livro responde
        </h3>
        <ul className={styles.questions}>
          {questions.map(({ asks, chart, state }) => (
            <li key={asks}>
              <button type="button" onClick={() => book.send({ type: 'chart.requested', chart, state })}>
                {asks}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {groups.map(({ id, screens }) => (
        <section key={id} aria-labelledby={`of-${id}`}>
          <h3 id={`of-${id}`} className={styles.chart}>
            {id}
          </h3>
          <ul className={styles.screens}>
            {screens.map(({ title, path, state }) => (
              <li key={state.path}>
                <button
                  type="button"
                  className={styles.screen}
                  onClick={() => book.send({ type: 'chart.requested', chart: id, state: state.path })}
                >
                  <strong>{title}</strong>
                  <code>{path}</code>
                  <span>{state.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
