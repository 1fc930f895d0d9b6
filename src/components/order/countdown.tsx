import { useEffect, useRef } from 'react';
import { countdown, countdownText } from '#domain/countdown.ts';
import styles from './countdown.module.css';
import { LiveText } from '#components/layout/live-text.tsx';
import { useTicking } from './use-ticking.ts';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Props {
  /** Epoch ms of the end. */
  until: number;
  /** Epoch ms, corrected by the server. */
  now: number;
  /** Moves on by itself between two values of `now`. */
  live?: boolean | undefined;
  kind?: 'cells' | 'text' | undefined;
  /** "Fecha em" */
  label?: string | undefined;
  /** Reads the milestones out; one countdown of a screen at most. */
  announce?: boolean | undefined;
  onEnd?: (() => void) | undefined;
}

export function Countdown({ until, now, live = false, kind = 'text', label, announce, onEnd }: Props) {
  const at = useTicking(now, live);
  const isOver = at >= until;
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (isOver) end.current?.();
  }, [isOver]);

  const text = countdownText(until, at);
  return (
    <>
      {kind === 'cells' ? (
        <Cells until={until} at={at} label={label} />
      ) : (
        <span className={styles.text} role="timer" aria-live="off">
          {label ? `${label} ` : null}
          {text}
        </span>
      )}
      {announce ? <LiveText>{milestone(until - at, label ?? 'Faltam')}</LiveText> : null}
    </>
  );
}

function Cells({ until, at, label }: { until: number; at: number; label: string | undefined }) {
  const { days, hours, minutes, seconds } = countdown(until, at);
  const cells =
    days > 0
      ? [
          { value: days, unit: days === 1 ? 'dia' : 'dias' },
          { value: hours, unit: hours === 1 ? 'hora' : 'horas' },
          { value: minutes, unit: 'min' },
        ]
      : [
          { value: hours, unit: hours === 1 ? 'hora' : 'horas' },
          { value: minutes, unit: 'min' },
          { value: seconds, unit: 's' },
        ];
  return (
    <div role="timer" aria-live="off">
      {label ? <p className={styles.label}>{label}</p> : null}
      <p className={styles.cells}>
        <VisuallyHidden>{cells.map(({ value, unit }) => `${value} ${unit}`).join(', ')}</VisuallyHidden>
        {cells.map(({ value, unit }) => (
          <span key={unit} className={styles.cell} aria-hidden="true">
            <b>{String(value).padStart(2, '0')}</b>
            <span>{unit}</span>
          </span>
        ))}
      </p>
    </div>
  );
}

const milestones: [below: number, text: string][] = [
  [0, 'acabou'],
  [MINUTE, 'menos de 1 minuto'],
  [5 * MINUTE, 'menos de 5 minutos'],
  [10 * MINUTE, 'menos de 10 minutos'],
  [HOUR, 'menos de 1 hora'],
  [DAY, 'menos de 1 dia'],
];

/** Changes a handful of times in all, so that a reader hears it a handful of times. */
function milestone(left: number, label: string): string {
  const reached = milestones.find(([below]) => left <= below);
  if (!reached) return '';
  return left <= 0 ? 'O tempo acabou' : `${label} ${reached[1]}`;
}
