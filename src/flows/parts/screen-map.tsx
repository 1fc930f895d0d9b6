import { SegmentedControl } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { BASE } from '../address.ts';
import type { ChartFacts, StateFacts } from '../facts.ts';
import type { BookActor } from '../history.ts';
import { type Lead, leadsOf } from '../leads.ts';
import { picturesOf } from '../pictures.ts';
import { questions } from '../questions.ts';
import { refusalText } from '../refusals.ts';
import { screenOf } from '../search.ts';
import { type Person, personWords, persons, refusalAt } from '../standing.ts';
import { type ArrowKind, MapArrows, arrowKinds } from './map-arrows.tsx';
import styles from './screen-map.module.css';

interface Props {
  book: BookActor;
  charts: readonly ChartFacts[];
}

const titleOf = (screen: string): string => {
  const [chart = '', ...path] = screen.split('.');
  return screenOf(chart, path.join('.'))?.title ?? screen;
};

/** Every screen of the store, by the chart that owns it, with the ways between them. */
export function ScreenMap({ book, charts }: Props) {
  const [person, setPerson] = useState<Person | 'all'>('all');
  const [arrows, setArrows] = useState<ArrowKind>('near');
  const missing = useSelector(book, (snapshot) => snapshot.context.missing);
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
      <section aria-labelledby="ways">
        <h3 id="ways" className={styles.chart}>
          Caminhos entre as telas
        </h3>
        <p className={styles.ways}>
          As setas são os passos que os próprios gráficos dão; tracejadas, as recusas. Links e abas levam,
          além disso, de qualquer tela do app a qualquer outra.
        </p>
        <SegmentedControl
          className={styles.people}
          aria-label="Setas do mapa"
          value={arrows}
          onChange={setArrows}
          data={Object.entries(arrowKinds).map(([value, label]) => ({ value: value as ArrowKind, label }))}
        />
      </section>
      <Sheet book={book} charts={charts} person={person} arrows={arrows} />
    </main>
  );
}

/** The cards with the ways between them. */
function Sheet({ book, charts, person, arrows }: Props & { person: Person | 'all'; arrows: ArrowKind }) {
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    // Without an answer the map is of words, as where there are none.
    picturesOf(BASE).then(setPictures, () => undefined);
  }, []);
  const sheet = useRef<HTMLDivElement>(null);
  const leads = useMemo(() => leadsOf(charts), [charts]);
  const groups = charts
    .map(({ id, states }) => ({ id, states: states.filter(({ path }) => screenOf(id, path) !== null) }))
    .filter(({ states }) => states.length > 0)
    .sort((a, b) => b.states.length - a.states.length);
  return (
    <div ref={sheet} className={styles.sheet}>
      {groups.map(({ id, states }) => (
        <section key={id} aria-labelledby={`of-${id}`}>
          <h3 id={`of-${id}`} className={styles.chart}>
            {id}
          </h3>
          <ul className={styles.screens}>
            {states.map((state) => (
              <li key={state.path}>
                <ScreenCard
                  chart={id}
                  state={state}
                  picture={pictures[`${id}.${state.path}`]}
                  onward={leads.filter(({ from, isRefusal }) => from === `${id}.${state.path}` && !isRefusal)}
                  refusal={person === 'all' ? null : refusalAt(charts, id, state.path, person)}
                  onOpen={() => book.send({ type: 'chart.requested', chart: id, state: state.path })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <MapArrows sheet={sheet} leads={leads} kind={arrows} />
    </div>
  );
}

interface Card {
  chart: string;
  state: StateFacts;
  picture: string | undefined;
  /** where its own steps lead: said in words, for a touch and for who hears the map */
  onward: readonly Lead[];
  /** null where who is chosen may stand on it */
  refusal: string | null;
  onOpen: () => void;
}
function ScreenCard({ chart, state, picture, onward, refusal, onOpen }: Card) {
  const screen = screenOf(chart, state.path);
  return (
    <button
      type="button"
      className={styles.screen}
      data-screen={screen?.id}
      data-closed={refusal !== null}
      onClick={onOpen}
    >
      {picture === undefined ? null : <img src={picture} alt="" width={390} height={844} loading="lazy" />}
      <strong>{screen?.title}</strong>
      <code>{screen?.path}</code>
      <span>{state.description}</span>
      {onward.length === 0 ? null : (
        <span className={styles.onward}>Segue para {onward.map(({ to }) => titleOf(to)).join(', ')}</span>
      )}
      {refusal === null ? null : (
        <span className={styles.refusal}>Não entra. {refusal === '' ? null : refusalText(refusal)}</span>
      )}
    </button>
  );
}
