import { Button } from '@mantine/core';
import type { RunStep } from '#machines/book/run.ts';
import type { Frame } from '../../simulation/play.ts';
import { timeWords } from '../../simulation/words.ts';
import { eventWords } from '../../words/event-words.ts';
import styles from './simulation.module.css';

interface Props {
  frame: Frame;
  onTake: (step: RunStep) => void;
}

const PUSHES = [
  { label: '+ 1 min', ms: 60_000 },
  { label: '+ 1 h', ms: 3_600_000 },
  { label: '+ 1 dia', ms: 86_400_000 },
];

/** What falls due by the clock, and the clock to push. */
export function Timers({ frame: { timers, clock }, onTake }: Props) {
  const [next] = timers;
  const wait = (ms: number) => onTake({ do: 'wait', ms });
  return (
    <section aria-label="Relógio">
      <h3 className={styles.heading}>Relógio</h3>
      {next ? (
        <ul className={styles.list}>
          {timers.map(({ id, event, at }) => (
            <li key={id} className={styles.offer}>
              {eventWords(event.type)}: daqui a {timeWords(at - clock)}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.quiet}>Nenhum prazo corre neste estado.</p>
      )}
      <div className={styles.tools}>
        {next && (
          <Button size="sm" onClick={() => wait(Math.max(0, next.at - clock))}>
            Até o próximo prazo
          </Button>
        )}
        {PUSHES.map(({ label, ms }) => (
          <Button key={label} size="sm" variant="default" onClick={() => wait(ms)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
