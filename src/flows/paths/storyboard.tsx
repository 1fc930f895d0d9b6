import { Button } from '@mantine/core';
import { type ChartFacts, above, holds } from '../facts.ts';
import { screenOf } from '../search.ts';
import type { ChartPath, PathStep } from './choose.ts';
import { aboutStep, broughtBy, happensWords } from './path-words.ts';
import styles from './storyboard.module.css';

interface Props {
  number: number;
  chart: ChartFacts;
  path: ChartPath;
  /** files, by screen */
  pictures: Readonly<Record<string, string>>;
  /** which is looked for; '' for none */
  state: string;
  isTooLong: boolean;
  onFollow: () => void;
}

/** The screen that shows a state: of itself, or of the nearest that holds it. */
const screenAt = (chart: string, path: string): ReturnType<typeof screenOf> =>
  path === '' ? null : (screenOf(chart, path) ?? screenAt(chart, above(path)));

function Picture({ chart, at, pictures }: { chart: ChartFacts; at: string } & Pick<Props, 'pictures'>) {
  const screen = screenAt(chart.id, at);
  const file = screen ? pictures[screen.id] : undefined;
  if (file !== undefined) return <img src={file} alt="" width={390} height={844} loading="lazy" />;
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

function Card({
  chart,
  step,
  before,
  at,
  pictures,
  state,
}: { step: PathStep; before: PathStep | undefined; at: number } & Pick<
  Props,
  'chart' | 'pictures' | 'state'
>) {
  const brought = broughtBy(step, before);
  const words = chart.states.find(({ path }) => path === brought)?.description;
  const isSought = state !== '' && step.states.some((path) => holds(state, path));
  return (
    <li className={styles.card} data-sought={isSought || undefined}>
      <p className={styles.event}>
        <span className={styles.number}>{at}</span> <strong>{happensWords(step)}</strong>
      </p>
      {aboutStep(chart, step).map((about) => (
        <p key={about} className={styles.about}>
          {about}
        </p>
      ))}
      <Picture chart={chart} at={brought} pictures={pictures} />
      <p className={styles.state}>{brought}</p>
      <p className={styles.words}>{words}</p>
    </li>
  );
}

/** A path, step by step: what happens, the screen that is seen then, and what the state says of itself. */
export function Storyboard({ number, chart, path, pictures, state, isTooLong, onFollow }: Props) {
  const { steps } = path;
  const count = steps.length - 1;
  const end = steps.at(-1)?.states.join(', ');
  return (
    <section aria-label={`Caminho ${number}`}>
      <div className={styles.head}>
        <h4 className={styles.name}>
          Caminho {number}: {count === 1 ? '1 passo' : `${count} passos`} até {end}
        </h4>
        <Button size="sm" variant="default" onClick={onFollow}>
          Percorrer na simulação
        </Button>
      </div>
      {isTooLong && (
        <p role="alert" className={styles.about}>
          Este caminho leva dados demais para um link: percorra-o em Simular, passo a passo.
        </p>
      )}
      {/* What scrolls sideways is scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.row} role="group" aria-label={`Passos do caminho ${number}`} tabIndex={0}>
        <ol className={styles.steps}>
          {steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
            <Card key={at} {...{ chart, step, at, pictures, state }} before={steps[at - 1]} />
          ))}
        </ol>
      </div>
    </section>
  );
}
