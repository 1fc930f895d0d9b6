import { TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ChartFacts } from '../facts.ts';
import { bookPages } from '#machines/book/book.machine.ts';
import { runningAt } from '#machines/book/live.machine.ts';
import { type BookActor, type LiveActor, pageIn, pageNames } from '../history.ts';
import { NoteCount } from '../notes/note-count.tsx';
import { found } from '../search.ts';
import styles from './contents.module.css';

interface Props {
  book: BookActor;
  live: LiveActor;
  charts: readonly ChartFacts[];
  current: ChartFacts | undefined;
  search: string;
  onSearch: (text: string) => void;
}

/** As many answers of a search as are listed. */
const MOST = 60;

function Answers({ book, charts, search }: Pick<Props, 'book' | 'charts' | 'search'>) {
  const answers = useMemo(() => found(charts, search), [charts, search]);
  return (
    <>
      <p role="status" className={styles.count}>
        {answers.length === 0
          ? 'Nenhum estado diz isso. Procure por uma palavra da tela, do evento ou do endereço.'
          : answers.length === 1
            ? '1 estado'
            : `${answers.length} estados${answers.length > MOST ? `, os ${MOST} primeiros` : ''}`}
      </p>
      <ul>
        {answers.slice(0, MOST).map(({ chart, state }) => (
          <li key={`${chart}#${state.path}`}>
            <button
              type="button"
              className={styles.answer}
              onClick={() => book.send({ type: 'chart.requested', chart, state: state.path })}
            >
              <strong>{state.path === '' ? chart : `${chart} › ${state.path}`}</strong>
              <span>{state.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The states of a chart as a list: all that its drawing shows, by keyboard and screen reader. */
function States({ book, chart: { id, states } }: { book: BookActor; chart: ChartFacts }) {
  const selected = useSelector(book, ({ context }) => context.state);
  return (
    <ol className={styles.states} aria-label="Estados">
      {states
        .filter(({ path }) => path !== '')
        .map(({ path }) => {
          const depth = path.split('.').length;
          return (
            <li key={path}>
              <button
                type="button"
                className={styles.state}
                data-depth={depth}
                aria-current={path === selected ? 'true' : undefined}
                onClick={() => book.send({ type: 'state.selected', state: path })}
              >
                {path.slice(path.lastIndexOf('.') + 1)}
                <NoteCount chart={id} state={path} />
              </button>
            </li>
          );
        })}
    </ol>
  );
}

/** What the book holds: the map, every chart, and the states of the one that is open. */
export function Contents({ book, live, charts, current, search, onSearch }: Props) {
  const context = useSelector(live, (snapshot) => snapshot.context);
  const page = useSelector(book, pageIn);
  const running = new Set(runningAt(context).map(({ chart }) => chart));
  return (
    <nav className={styles.contents} aria-label="Conteúdo">
      <TextInput
        type="search"
        aria-label="Procurar em todos os gráficos"
        placeholder="Procurar: pix, /cart, bloqueada"
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {search.trim() === '' ? (
        <ul>
          <li>
            <button
              type="button"
              className={styles.chart}
              aria-current={current || page ? undefined : 'page'}
              onClick={() => book.send({ type: 'map.requested' })}
            >
              Mapa das telas
            </button>
          </li>
          {bookPages.map((one) => (
            <li key={one}>
              <button
                type="button"
                className={styles.chart}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => book.send({ type: `${one}.requested` })}
              >
                {pageNames[one]}
                {one === 'notes' && <NoteCount />}
              </button>
            </li>
          ))}
          {charts.map(({ id, states }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.chart}
                aria-current={id === current?.id ? 'page' : undefined}
                onClick={() => book.send({ type: 'chart.requested', chart: id, state: '' })}
              >
                <span>
                  {id}
                  {running.has(id) && <span className={styles.running}> em uso</span>}
                </span>
                <NoteCount chart={id} />
                <span className={styles.size}>{states.length - 1}</span>
              </button>
              {id === current?.id && <States book={book} chart={current} />}
            </li>
          ))}
        </ul>
      ) : (
        <Answers book={book} charts={charts} search={search} />
      )}
    </nav>
  );
}
