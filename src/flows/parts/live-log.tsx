import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import type { ChartFacts } from '../facts.ts';
import type { BookActor, LiveActor } from '../history.ts';
import { acceptedBy, useLiveStates } from '../live-states.ts';
import { openRecording, saveRecording } from '../recording.ts';
import { eventWords } from '../words/event-words.ts';
import { EventForm } from './event-form.tsx';
import { Happens } from './happens.tsx';
import styles from './live-log.module.css';

interface Props {
  book: BookActor;
  live: LiveActor;
  chart: ChartFacts;
}

/** As many steps as are listed at once, the last ones first. */
const MOST = 200;
const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium' });
const timeOf = (at: number) => `${clock.format(at)},${String(at % 1_000).padStart(3, '0')}`;

/** Steps by what their line says. */
export function Steps({ book, live, filter }: Pick<Props, 'book' | 'live'> & { filter: string }) {
  const { steps, at } = useSelector(live, (snapshot) => snapshot.context);
  const matching = steps
    .map((step, index) => ({ ...step, index, words: eventWords(step.event) }))
    // That something inside has changed is its own step; it is one of the holder where it moves on.
    .filter(({ event, from, to }) => !event.startsWith('xstate.snapshot.') || from.join() !== to.join())
    .filter(({ chart, words, event, to }) => `${chart} ${words} ${event} ${to.join(' ')}`.includes(filter))
    .toReversed();
  // Around the step in sight; else the last ones.
  const inSight = at === null ? 0 : matching.findIndex(({ index }) => index <= at);
  const begin = Math.max(0, inSight - MOST / 2);
  const listed = matching.slice(begin, begin + MOST);
  if (listed.length === 0)
    return (
      <p className={styles.quiet}>{filter === '' ? 'Nada aconteceu ainda.' : 'Nenhum passo diz isso.'}</p>
    );
  return (
    <ol className={styles.steps}>
      {listed.map(({ index, at: time, chart, event, fields, from, to }) => (
        <li key={index}>
          <button
            type="button"
            className={styles.step}
            aria-current={index === at ? 'step' : undefined}
            onClick={() => {
              live.send({ type: 'step.selected', at: index });
              book.send({ type: 'chart.requested', chart, state: to[0] ?? '' });
            }}
          >
            <span className={styles.time}>{timeOf(time)}</span>
            <span>
              <Happens event={event} />
            </span>
            <span className={styles.chart}>{chart}</span>
            {fields.length > 0 && <span className={styles.fields}>com {fields.join(', ')}</span>}
            <span>
              {from.join(', ') === to.join(', ')
                ? `fica ${to.length > 0 ? `em ${to.join(', ')}` : 'onde está'}`
                : `${from.join(', ')} → ${to.join(', ')}`}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** What happened in the store, step by step: to look back at, to keep, and to add to. */
export function LiveLog({ book, live, chart }: Props) {
  const [filter, setFilter] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { steps, at, running } = useSelector(live, (snapshot) => snapshot.context);
  const isOn = useSelector(live, (snapshot) => snapshot.matches({ on: 'watching' }));
  const { active } = useLiveStates(live, chart.id);
  const target = running.find((one) => one.chart === chart.id);
  const open = async (event: FormEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    const recorded = file ? await openRecording(file) : null;
    setFault(recorded === null && file ? 'Este arquivo não é uma gravação do livro.' : null);
    if (recorded) live.send({ type: 'recording.opened', steps: recorded });
  };
  return (
    <section aria-label="Ao vivo" className={styles.log}>
      <div className={styles.tools}>
        <Button
          size="sm"
          variant="default"
          disabled={at === null}
          onClick={() => live.send({ type: 'steps.followed' })}
        >
          Seguir
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={steps.length === 0}
          onClick={() => saveRecording(steps)}
        >
          Salvar gravação
        </Button>
        <Button size="sm" variant="default" onClick={() => live.send({ type: 'steps.cleared' })}>
          Limpar
        </Button>
        <label className={styles.file}>
          Abrir gravação
          <input type="file" accept="application/json,.json" onChange={(event) => void open(event)} />
        </label>
      </div>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {isOn && target && (
        <EventForm
          accepted={acceptedBy(chart.states, active)}
          onSend={(event) => live.send({ type: 'event.sent', sent: { id: target.id, event } })}
        />
      )}
      <TextInput
        type="search"
        aria-label="Filtrar os passos"
        placeholder="Filtrar: cart, payment, falhou"
        value={filter}
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
      />
      <Steps book={book} live={live} filter={filter} />
    </section>
  );
}
