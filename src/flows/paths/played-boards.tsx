import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { PathsPlace } from '#machines/book/book.machine.ts';
import { BASE } from '../address.ts';
import { type ChartFacts, holds } from '../facts.ts';
import { plain } from '../search.ts';
import { Board, Picture } from './board.tsx';
import { broughtBy, stepCount } from './path-words.ts';
import type { PlayedChart, PlayedStep, PlayedTour } from './played.ts';
import boardStyles from './board.module.css';
import styles from './paths-view.module.css';

/** Which of the tours come to a state, and have something happen whose words have these. */
function chosenTours(tours: readonly PlayedTour[], { state, event }: PathsPlace): PlayedTour[] {
  const words = plain(event).trim();
  return tours.filter(
    ({ steps }) =>
      steps.some(({ states }) => state === '' || states.some((path) => holds(state, path))) &&
      (words === '' ||
        steps.some(({ happens, hears }) => plain([happens, ...hears].join(' ')).includes(words))),
  );
}

const known = ({ path, title, server }: PlayedStep) => [path, title, ...server];

interface Props {
  chart: ChartFacts;
  played: PlayedChart;
  place: PathsPlace;
  /** whether those are looked for that come to these states */
  isMet: (states: readonly string[]) => boolean;
  onFollow: (tour: PlayedTour) => void;
}

function Tour({
  number,
  chart,
  tour,
  place,
  onFollow,
}: Omit<Props, 'played' | 'isMet'> & { number: number; tour: PlayedTour }) {
  const { steps, run, fault } = tour;
  const name = `No navegador ${number}`;
  const cards = steps.map((step, at) => ({
    happens: step.happens || 'abre a página',
    about: step.hears.length > 0 ? [`O gráfico ouve: ${step.hears.join(', ')}`] : [],
    picture: <Picture screen={step} file={step.picture && BASE + step.picture} />,
    state: broughtBy(step, steps[at - 1]),
    known: known(step),
    isSought: place.state !== '' && step.states.some((one) => holds(place.state, one)),
    isWrong: fault !== '' && at === steps.length - 1,
  }));
  const end = steps.at(-1)?.states.join(', ') || 'o fim do gráfico';
  return (
    <Board
      {...{ chart, name, cards }}
      title={`${name}: ${stepCount(steps.length - 1)} até ${end}`}
      action={
        run !== '' && (
          <Button size="sm" variant="default" onClick={() => onFollow(tour)}>
            Percorrer na simulação
          </Button>
        )
      }
    >
      {fault === '' ? (
        <p className={styles.agreed}>Tela, endereço, título, foco, histórico e servidor conferem.</p>
      ) : (
        <p role="alert" className={boardStyles.wrong}>
          Não confere: {fault}
        </p>
      )}
    </Board>
  );
}

const moment = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });

/** A chart's tours in a browser, as the newest replay saw them: those that went wrong first. */
export function PlayedBoards({ chart, played, place, isMet, onFollow }: Props) {
  const [areWrongOnly, setWrongOnly] = useState(false);
  const { all, taken, never, tours } = played;
  const wrong = tours.filter(({ fault }) => fault !== '');
  const ordered = [...wrong, ...tours.filter(({ fault }) => fault === '')];
  const chosen = chosenTours(areWrongOnly ? wrong : ordered, place).filter(({ steps }) =>
    steps.some(({ states }) => isMet(states)),
  );
  return (
    <section aria-label="No navegador">
      <h3 className={styles.heading}>No navegador</h3>
      <div className={styles.note}>
        <p>
          Repetidos num navegador de verdade em {moment.format(new Date(played.at))}: {taken} de {all}{' '}
          transições, em {tours.length === 1 ? '1 percurso' : `${tours.length} percursos`}
          {wrong.length === 0
            ? '.'
            : `, dos quais ${wrong.length} não ${wrong.length === 1 ? 'confere' : 'conferem'}.`}
        </p>
        {wrong.length > 0 && (
          <Switch
            label="Só o que não confere"
            checked={areWrongOnly}
            onChange={() => setWrongOnly(!areWrongOnly)}
          />
        )}
        {never.length > 0 && (
          <details className={styles.missed}>
            <summary>Ninguém provoca: {never.length}</summary>
            <ul>
              {never.map(({ what, why }) => (
                <li key={what}>
                  <code>{what.replace('(stays)', '(fica)')}</code>, porque {why}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {chosen.length === 0 && <p className={styles.quiet}>Nenhum percurso passa por aí.</p>}
      <ol className={styles.paths}>
        {chosen.map((tour) => (
          <li key={tours.indexOf(tour)}>
            <Tour number={tours.indexOf(tour) + 1} {...{ chart, tour, place, onFollow }} />
          </li>
        ))}
      </ol>
    </section>
  );
}
