import { SegmentedControl } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { BASE } from '../address.ts';
import type { ChartFacts } from '../facts.ts';
import type { BookActor } from '../history.ts';
import { picturesOf } from '../pictures.ts';
import { questions } from '../questions.ts';
import { refusalText } from '../refusals.ts';
import { screenOf } from '../search.ts';
import { type Person, personWords, persons, refusalAt } from '../standing.ts';
import styles from './screen-map.module.css';

interface Props {
  book: BookActor;
  charts: readonly ChartFacts[];
}

/** Every screen of the store, by the chart that owns it. */
export function ScreenMap({ book, charts }: Props) {
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    // Without an answer the map is of words, as where there are none.
    picturesOf(BASE).then(setPictures, () => undefined);
  }, []);
  const [person, setPerson] = useState<Person | 'all'>('all');
  const missing = useSelector(book, (snapshot) => snapshot.context.missing);
  const groups = charts
    .map(({ id, states }) => ({
      id,
      screens: states.flatMap((state) => {
        const screen = screenOf(id, state.path);
        const refusal = person === 'all' ? null : refusalAt(charts, id, state.path, person);
        return screen ? [{ ...screen, state, refusal }] : [];
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
      <SegmentedControl
        className={styles.people}
        aria-label="Quem está aqui"
        value={person}
        onChange={setPerson}
        data={[
          { value: 'all', label: 'Todas as pessoas' },
          ...persons.map((one) => ({ value: one, label: personWords[one] })),
        ]}
      />
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
            {screens.map(({ id: screen, title, path, state, refusal }) => (
              <li key={state.path}>
                <button
                  type="button"
                  className={styles.screen}
                  data-closed={refusal !== null}
                  onClick={() => book.send({ type: 'chart.requested', chart: id, state: state.path })}
                >
                  {pictures[screen] ? (
                    <img src={pictures[screen]} alt="" width={390} height={844} loading="lazy" />
                  ) : null}
                  <strong>{title}</strong>
                  <code>{path}</code>
                  <span>{state.description}</span>
                  {refusal === null ? null : (
                    <span className={styles.refusal}>
                      Não entra. {refusal === '' ? null : refusalText(refusal)}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
