import type { SimulationActor } from '../../history.ts';
import { innermost } from '../../simulation/play.ts';
import type { Simulated } from '../../simulation/simulated.ts';
import { stepName, stepWords, verdictWords } from '../../simulation/words.ts';
import { CodeName } from '../happens.tsx';
import styles from './simulation.module.css';

interface Props {
  simulation: SimulationActor;
  simulated: Simulated;
}

/** The steps of the run, each to go back to. */
export function RunLog({ simulation, simulated: { played, run } }: Props) {
  const { start, taken, stop } = played;
  return (
    <section aria-label="Passos">
      <h3 className={styles.heading}>Passos</h3>
      <ol className={styles.list}>
        {start && (
          <li className={styles.offer}>
            <p>
              <strong>começou</strong> em {innermost(start).join(', ')}
            </p>
            {run.steps.length > 0 && (
              <button
                type="button"
                className={styles.goal}
                onClick={() => simulation.send({ type: 'steps.dropped', from: 0 })}
              >
                voltar ao começo
              </button>
            )}
          </li>
        )}
        {taken.map(({ step, frame, verdict, told }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the run
          <li key={at} className={styles.offer}>
            <p>
              {at + 1}. <strong>{stepWords(step)}</strong> <CodeName>{stepName(step)}</CodeName>
            </p>
            <p className={verdict.refuses.length > 0 ? styles.refused : undefined}>
              {verdictWords(verdict, innermost(frame))}
            </p>
            {told.length > 0 && <p className={styles.quiet}>diz a outros: {told.join(', ')}</p>}
            {at < run.steps.length - 1 && (
              <button
                type="button"
                className={styles.goal}
                onClick={() => simulation.send({ type: 'steps.dropped', from: at + 1 })}
              >
                voltar ao passo {at + 1}
              </button>
            )}
          </li>
        ))}
        {stop && stop.at >= 0 && (
          <li className={styles.quiet}>
            {run.steps
              .slice(stop.at)
              .map((step, at) => `${stop.at + at + 1}. ${stepWords(step)} (não feito)`)
              .join('; ')}
          </li>
        )}
      </ol>
    </section>
  );
}
