import type { ReactNode } from 'react';
import { type ChartFacts, above } from '../facts.ts';
import { transitionName } from '../notes/about.ts';
import { PlaceNotes } from '../notes/place-notes.tsx';
import { CodeName } from '../parts/happens.tsx';
import { screenOf } from '../search.ts';
import styles from './board.module.css';

/** The screen that shows a state: of itself, or of the nearest that holds it. */
export const screenAt = (chart: string, path: string): ReturnType<typeof screenOf> =>
  path === '' ? null : (screenOf(chart, path) ?? screenAt(chart, above(path)));

/** What a screen looks like; without a picture what it is called. @param file '' for none */
export function Picture({
  screen,
  file,
}: {
  screen: Pick<NonNullable<ReturnType<typeof screenOf>>, 'title' | 'path'> | null;
  file: string;
}) {
  if (file !== '') return <img src={file} alt="" width={390} height={844} loading="lazy" />;
  return (
    <div className={styles.blank}>
      {screen ? (
        <>
          <strong>{screen.title}</strong>
          <code>{screen.path}</code>
        </>
      ) : (
        <span>Sem tela própria</span>
      )}
    </div>
  );
}

/** One step. */
export interface BoardCard {
  happens: string;
  /** its name in the code; '' where it has none */
  codeName?: string;
  /** what else is to be said of what happened */
  about: readonly string[];
  picture: ReactNode;
  /** the state that it brought; '' for none */
  state: string;
  /** what is known of where it led */
  known?: readonly string[];
  isSought: boolean;
  isWrong?: boolean;
}

function Card({ chart, card, at }: { chart: ChartFacts; card: BoardCard; at: number }) {
  const { happens, codeName = '', about, picture, state, known = [], isSought, isWrong } = card;
  const brought = chart.states.find(({ path }) => path === state);
  return (
    <li
      className={styles.card}
      data-sought={isSought || undefined}
      data-wrong={isWrong === true || undefined}
    >
      <p className={styles.event}>
        <span className={styles.number}>{at}</span> <strong>{happens}</strong> <CodeName>{codeName}</CodeName>
      </p>
      {about.map((one) => (
        <p key={one} className={styles.about}>
          {one}
        </p>
      ))}
      {picture}
      <p className={styles.state}>{state}</p>
      <p className={styles.words}>{brought?.description}</p>
      {known.map((one) => (
        <p key={one} className={styles.known}>
          {one}
        </p>
      ))}
      {brought && state !== '' && (
        <PlaceNotes
          place={{ chart: chart.id, state, transition: null }}
          transitions={brought.transitions.map(transitionName)}
          step={at}
        />
      )}
    </li>
  );
}

interface Props {
  chart: ChartFacts;
  /** what it is called, and what it says of itself */
  name: string;
  title: string;
  cards: readonly BoardCard[];
  action: ReactNode;
  /** what stands between its title and its steps */
  children?: ReactNode;
}

/** A path, step by step, in a row of its own. */
export function Board({ chart, name, title, cards, action, children }: Props) {
  return (
    <section aria-label={name}>
      <div className={styles.head}>
        <h4 className={styles.name}>{title}</h4>
        {action}
      </div>
      {children}
      {/* What scrolls sideways is scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.row} role="group" aria-label={`Passos: ${name}`} tabIndex={0}>
        <ol className={styles.steps}>
          {cards.map((card, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
            <Card key={at} {...{ chart, card, at }} />
          ))}
        </ol>
      </div>
    </section>
  );
}
