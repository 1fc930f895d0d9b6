import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ChartSamples, RunStep } from '#machines/book/run.ts';
import { problems } from '#contract/problem-list.ts';
import { objectIn, valueIn } from '../../recording.ts';
import { askedOf } from '../../simulation/offers.ts';
import type { Call, Frame } from '../../simulation/play.ts';
import { JsonForm } from './json-form.tsx';
import styles from './simulation.module.css';

interface Props {
  frame: Frame;
  samples: ChartSamples;
  onTake: (step: RunStep) => void;
}

const OUTCOMES = [
  { value: 'answer', label: 'responde' },
  { value: 'NETWORK', label: 'sem resposta da rede' },
  { value: 'BUG', label: 'falha nossa' },
  {
    group: 'é recusada',
    items: Object.entries(problems).map(([code, { title }]) => ({ value: code, label: `${code}: ${title}` })),
  },
];

/** What one call comes to. */
function Outcome({ call: { id, port, input }, samples, onTake }: { call: Call } & Omit<Props, 'frame'>) {
  const [outcome, setOutcome] = useState('answer');
  return (
    <li className={styles.offer}>
      <p>
        <strong>{id}</strong>
        {port === id ? '' : ` (${port})`}
      </p>
      {input !== undefined && (
        <details>
          <summary>O que ela leva</summary>
          <pre className={styles.json}>{JSON.stringify(input, null, 1)}</pre>
        </details>
      )}
      <NativeSelect
        label={`Desfecho de ${id}`}
        data={OUTCOMES}
        value={outcome}
        onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
      />
      {outcome === 'answer' ? (
        <JsonForm
          label={`Resposta de ${id}, em JSON`}
          begin={samples.outputs[port]}
          read={valueIn}
          action="Responder"
          onValue={(output) => onTake({ do: 'answer', call: id, output })}
        />
      ) : (
        <JsonForm
          key={outcome}
          label="O que mais a recusa diz, em JSON (opcional)"
          begin={undefined}
          read={objectIn}
          action="Falhar"
          onValue={(problem) => onTake({ do: 'fail', call: id, fault: outcome, problem })}
        />
      )}
    </li>
  );
}

/** Calls that the chart waits for, each with its outcome to choose. */
export function Calls({ frame, samples, onTake }: Props) {
  const calls = askedOf(frame);
  const heard = calls.filter(({ isAwaited }) => !isAwaited).map(({ id }) => id);
  const awaited = calls.filter(({ isAwaited }) => isAwaited);
  if (calls.length === 0) return null;
  return (
    <section aria-label="Chamadas">
      <h3 className={styles.heading}>Chamadas à espera</h3>
      <ul className={styles.list}>
        {awaited.map((call) => (
          <Outcome key={call.id} call={call} samples={samples} onTake={onTake} />
        ))}
      </ul>
      {heard.length > 0 && (
        <p className={styles.quiet}>Vivem ao lado, e falam por eventos: {heard.join(', ')}.</p>
      )}
    </section>
  );
}
