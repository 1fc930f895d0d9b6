import type { ChartFacts, StateFacts, TransitionFacts } from '../facts.ts';
import { holds } from '../facts.ts';
import type { BookActor } from '../history.ts';
import { transitionName } from '../notes/about.ts';
import { PlaceNotes } from '../notes/place-notes.tsx';
import { refusalText } from '../refusals.ts';
import { screenOf } from '../search.ts';
import { callWords } from '../words/event-words.ts';
import { CodeName, Happens } from './happens.tsx';
import styles from './state-panel.module.css';

interface Props {
  book: BookActor;
  chart: ChartFacts;
  /** '' is the chart itself */
  path: string;
}
/** As many requests for screens as are listed among the rest. */
const FEW_REQUESTS = 3;
const kinds: Partial<Record<StateFacts['kind'], string>> = {
  parallel: 'Tudo o que está dentro acontece ao mesmo tempo.',
  final: 'Aqui o gráfico termina.',
};

function Goal({ book, path }: { book: BookActor; path: string }) {
  return (
    <button
      type="button"
      className={styles.goal}
      onClick={() => book.send({ type: 'state.selected', state: path })}
    >
      {path === '' ? 'o gráfico' : path}
    </button>
  );
}

interface StepsProps {
  book: BookActor;
  /** whose transitions they are */
  chart: string;
  state: string;
}

function Step({ book, chart, state, step }: StepsProps & { step: TransitionFacts }) {
  const { on, if: guard, to, does = [], refuses, description } = step;
  return (
    <li className={styles.step}>
      <p>
        <Happens event={on} />
        {guard !== undefined && <span className={styles.guard}> se {guard}</span>}
      </p>
      {description !== undefined && <p>{description}</p>}
      <p className={styles.leads}>
        {to ? (
          <>
            vai para{' '}
            {to.map((goal) => (
              <Goal key={goal} book={book} path={goal} />
            ))}
          </>
        ) : (
          'fica onde está'
        )}
      </p>
      {refuses !== undefined && <p className={styles.refused}>Recusa: {refusalText(refuses)}</p>}
      {does.length > 0 && <p className={styles.does}>faz {does.join(', ')}</p>}
      <PlaceNotes place={{ chart, state, transition: transitionName(step) }} />
    </li>
  );
}

const isRequest = ({ on }: TransitionFacts) => on.startsWith('asked.');
function Steps({ steps, ...of }: StepsProps & { steps: readonly TransitionFacts[] }) {
  const requests = steps.filter(isRequest);
  const list = (those: readonly TransitionFacts[]) => (
    <ol className={styles.steps}>
      {those.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chart's list never changes
        <Step key={at} {...of} step={step} />
      ))}
    </ol>
  );
  // Screens can be asked for from nearly everywhere: the list of them would hide the rest.
  if (requests.length <= FEW_REQUESTS) return list(steps);
  return (
    <>
      {list(steps.filter((step) => !isRequest(step)))}
      <details className={styles.requests}>
        <summary>{requests.length} pedidos de tela</summary>
        {list(requests)}
      </details>
    </>
  );
}

/** A transition from everywhere is that of what holds the state; the nearest says first. */
const waysOut = ({ states }: ChartFacts, path: string) =>
  states.filter((state) => holds(state.path, path) && state.transitions.length > 0).toReversed();
const waysIn = ({ states }: ChartFacts, path: string) =>
  states.flatMap(({ path: from, transitions }) =>
    transitions
      .filter(({ to }) => from !== path && (to ?? []).includes(path))
      .map((step) => ({ from, step })),
  );

function Screen({ chart, path }: { chart: string; path: string }) {
  const screen = screenOf(chart, path);
  if (!screen) return null;
  return (
    <>
      <dt>Tela</dt>
      <dd>
        {screen.title}, em <code>{screen.path}</code>
      </dd>
    </>
  );
}

/** What a state means, calls and is marked with, what may happen in it, and how one comes there. */
export function StatePanel({ book, chart, path }: Props) {
  const state = chart.states.find((one) => one.path === path) ?? chart.states[0];
  if (!state) return null;
  const into = path === '' ? [] : waysIn(chart, path);
  return (
    <section className={styles.panel} aria-label={path === '' ? `Gráfico ${chart.id}` : `Estado ${path}`}>
      <h2 className={styles.name}>{path === '' ? chart.id : path}</h2>
      <p>{state.description}</p>
      {kinds[state.kind] !== undefined && <p className={styles.kind}>{kinds[state.kind]}</p>}
      <dl className={styles.facts}>
        <Screen chart={chart.id} path={path} />
        {state.tags && (
          <>
            <dt>Marcas</dt>
            <dd>{state.tags.join(', ')}</dd>
          </>
        )}
        {state.calls && (
          <>
            <dt>Chama</dt>
            <dd>
              {state.calls.map((call) => (
                <p key={call}>
                  {callWords(call)} {callWords(call) !== call && <CodeName>{call}</CodeName>}
                </p>
              ))}
            </dd>
          </>
        )}
        <dt>Fonte</dt>
        <dd>{chart.file}</dd>
      </dl>
      <PlaceNotes
        place={{ chart: chart.id, state: path, transition: null }}
        transitions={state.transitions.map(transitionName)}
      />
      {waysOut(chart, path).map((holder) => (
        <section key={holder.path}>
          <h3 className={styles.heading}>
            {holder.path === path
              ? 'O que pode acontecer'
              : holder.path === ''
                ? 'De qualquer estado'
                : `Em todo ${holder.path}`}
          </h3>
          <Steps book={book} chart={chart.id} state={holder.path} steps={holder.transitions} />
        </section>
      ))}
      {into.length > 0 && (
        <section>
          <h3 className={styles.heading}>Como se chega aqui</h3>
          <ol className={styles.steps}>
            {into.map(({ from, step: { on, if: guard } }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a chart's list never changes
              <li key={at} className={styles.step}>
                de <Goal book={book} path={from} />: <Happens event={on} />
                {guard !== undefined && <span className={styles.guard}> se {guard}</span>}
              </li>
            ))}
          </ol>
        </section>
      )}
    </section>
  );
}
