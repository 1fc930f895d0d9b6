import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { MOST_RUN_STEPS } from '#machines/book/simulation.machine.ts';
import type { RunStep } from '#machines/book/run.ts';
import type { ChartFacts } from '../../facts.ts';
import type { BookActor, SimulationActor } from '../../history.ts';
import { type Played, innermost } from '../../simulation/play.ts';
import type { Simulated } from '../../simulation/simulated.ts';
import { stopWords, timeWords } from '../../simulation/words.ts';
import { Calls } from './calls.tsx';
import { Events } from './events.tsx';
import { InputForm } from './input-form.tsx';
import { RunLog } from './run-log.tsx';
import { RunTools } from './run-tools.tsx';
import { Timers } from './timers.tsx';
import styles from './simulation.module.css';

interface Props {
  book: BookActor;
  simulation: SimulationActor;
  simulated: Simulated | null;
  chart: ChartFacts;
}

/** Of the states in which the chart is, the one that the last step brought. */
function newest({ start, taken }: Played): string | undefined {
  const [last, before] = [taken.at(-1)?.frame ?? start, taken.at(-2)?.frame ?? start];
  const now = last ? innermost(last) : [];
  const was = before ? innermost(before) : [];
  return now.find((path) => !was.includes(path)) ?? now[0];
}

/** Where the chart is, in words and in the drawing. */
function Now({ book, simulated: { last, run, played } }: Pick<Props, 'book'> & { simulated: Simulated }) {
  const words = useRef<HTMLDivElement>(null);
  const path = newest(played);
  useEffect(() => {
    if (path !== undefined) book.send({ type: 'state.selected', state: path });
    // The button that was pressed went with the state that offered it.
    if (run.steps.length > 0 && document.activeElement === document.body) words.current?.focus();
  }, [book, run, path]);
  if (!last) return null;
  const { status, context } = last.snapshot;
  const states = innermost(last);
  return (
    <section aria-label="Agora">
      <div role="status" ref={words} tabIndex={-1} className={styles.now}>
        <p>
          {status === 'active' ? 'Está em' : status === 'done' ? 'Terminou em' : 'Parou por uma falha em'}{' '}
          <strong>{states.join(', ') || 'o gráfico'}</strong>
        </p>
        <p className={styles.quiet}>Relógio: {timeWords(last.clock)}</p>
      </div>
      {states.length > 1 && (
        <ul className={styles.tools} aria-label="Ver no desenho">
          {states.map((state) => (
            <li key={state}>
              <button
                type="button"
                className={styles.goal}
                onClick={() => book.send({ type: 'state.selected', state })}
              >
                ver {state}
              </button>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Contexto</summary>
        <pre className={styles.json}>{JSON.stringify(context, null, 1)}</pre>
      </details>
    </section>
  );
}

/** Why the run stops before its end, and what can be done then. */
function Stopped({ simulation, simulated }: { simulation: SimulationActor; simulated: Simulated }) {
  const { stop } = simulated.played;
  if (!stop) return null;
  const isLast = stop.at === simulated.run.steps.length - 1;
  return (
    <div role="alert" className={styles.stopped}>
      <p>{stopWords(stop)}</p>
      {stop.at < 0 ? (
        <p>Complete a entrada abaixo e recomece.</p>
      ) : (
        <Button
          size="sm"
          variant="default"
          onClick={() => simulation.send({ type: 'steps.dropped', from: stop.at })}
        >
          {isLast ? 'Tirar este passo' : 'Ficar com os passos de antes'}
        </Button>
      )}
    </div>
  );
}

/** What a run that was handed on says no more. */
function Differs({ simulated: { expected, last, played } }: { simulated: Simulated }) {
  if (!expected || !last || played.stop) return null;
  const end = innermost(last).join(', ');
  return end === expected.join(', ') ? null : (
    <p role="alert" className={styles.stopped}>
      Quando o link foi copiado, esta execução terminava em {expected.join(', ')}. Hoje o gráfico a leva a{' '}
      {end}.
    </p>
  );
}

function Running({ book, simulation, simulated, chart }: Props & { simulated: Simulated }) {
  const { last, played, run, samples } = simulated;
  const isFull = run.steps.length >= MOST_RUN_STEPS;
  const take = (step: RunStep) => simulation.send({ type: 'step.taken', step });
  // Forms of another moment would offer what was typed then.
  const moment = run.steps.length;
  return (
    <>
      <RunTools simulation={simulation} simulated={simulated} chart={chart} />
      <Stopped simulation={simulation} simulated={simulated} />
      <Differs simulated={simulated} />
      <Now book={book} simulated={simulated} />
      {isFull && (
        <p role="status" className={styles.stopped}>
          Uma execução tem até {MOST_RUN_STEPS} passos. Desfaça alguns ou recomece.
        </p>
      )}
      {last && !played.stop && !isFull && last.snapshot.status === 'active' && (
        <>
          <Events key={`e${moment}`} frame={last} samples={samples} onTake={take} />
          <Calls key={`c${moment}`} frame={last} samples={samples} onTake={take} />
          <Timers frame={last} onTake={take} />
        </>
      )}
      <RunLog simulation={simulation} simulated={simulated} />
      <InputForm
        key={JSON.stringify(run.input) ?? ''}
        input={run.input}
        isOpen={played.start === null}
        onRestart={(input) => simulation.send({ type: 'run.restarted', input })}
      />
    </>
  );
}

/** Clicks through a chart without a store: what happens is chosen, and what follows is seen. */
export function SimulationPanel(props: Props) {
  const { simulation, simulated, chart } = props;
  const { chart: current, text } = useSelector(simulation, ({ context }) => context);
  const isBusy = useSelector(simulation, (snapshot) => snapshot.hasTag('busy'));
  const isFailed = useSelector(simulation, (snapshot) => snapshot.hasTag('failed'));
  const start = () => simulation.send({ type: 'simulation.started', chart: chart.id });
  const isHere = current === chart.id;
  return (
    <section aria-label="Simular" className={styles.panel}>
      {simulated && <Running {...props} simulated={simulated} />}
      {isHere && isBusy && <p role="status">Abrindo a simulação…</p>}
      {isHere && isFailed && (
        <div role="alert" className={styles.stopped}>
          <p>
            {text === null
              ? 'Os dados de exemplo não chegaram. Veja a conexão e tente de novo.'
              : 'Este link não traz uma execução inteira. Ele pode ter sido cortado ao ser copiado.'}
          </p>
          <Button size="sm" onClick={() => simulation.send({ type: 'opening.retried' })}>
            Tentar de novo
          </Button>
          {text !== null && (
            <Button size="sm" variant="default" onClick={start}>
              Simular do começo
            </Button>
          )}
        </div>
      )}
      {!isHere && (
        <>
          <p>
            Percorra o gráfico sem loja e sem servidor: escolha o que acontece, o que cada chamada responde e
            quanto tempo passa. Os dados já preenchidos são inventados.
          </p>
          {current !== null && <p className={styles.quiet}>A simulação de {current} termina aqui.</p>}
          <Button size="sm" onClick={start}>
            Simular {chart.id}
          </Button>
        </>
      )}
    </section>
  );
}
