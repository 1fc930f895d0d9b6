import { useEffect, useRef } from 'react';
import { countdownText } from '#domain/countdown.ts';
import { classNames } from '#components/form/class-names.ts';
import { LiveText } from '#components/layout/live-text.tsx';
import styles from './ring-timer.module.css';
import { useTicking } from './use-ticking.ts';

const MINUTE = 60_000;

interface Props {
  /** Epoch ms of the end, and now as the server has it. */
  until: number;
  now: number;
  /** The whole of it, in ms: what a full ring means. */
  total: number;
  live?: boolean | undefined;
  size?: 84 | 48 | undefined;
  /** Under the time: "restam". Only in the large one. */
  caption?: string | undefined;
  /** Below this many ms the ring warns. */
  warnBelow?: number | undefined;
  /** What runs out, for the ear: "Tempo para pagar". */
  label: string;
  onEnd?: (() => void) | undefined;
}

export function RingTimer({
  until,
  now,
  total,
  live = false,
  size = 84,
  caption = 'restam',
  warnBelow = 2 * MINUTE,
  label,
  onEnd,
}: Props) {
  const at = useTicking(now, live);
  const left = Math.max(0, until - at);
  const isOver = left === 0;
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (isOver) end.current?.();
  }, [isOver]);

  const isLarge = size === 84;
  const stroke = isLarge ? 6 : 4;
  const radius = (size - stroke) / 2;
  const round = 2 * Math.PI * radius;
  const text = isLarge ? countdownText(until, at) : String(Math.ceil(left / 1_000));
  return (
    <div
      role="timer"
      aria-label={`${label}: ${text}`}
      className={classNames(styles.ring, styles[`s${size}`], isLarge && left < warnBelow && styles.warn)}
    >
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle className={styles.track} cx={size / 2} cy={size / 2} r={radius} strokeWidth={stroke} />
        <circle
          className={styles.left}
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeWidth={stroke}
          strokeDasharray={`${round * Math.min(1, left / total)} ${round}`}
        />
      </svg>
      <span className={styles.text} aria-hidden="true">
        <b>{text}</b>
        {isLarge && caption ? <span>{caption}</span> : null}
      </span>
      {isLarge ? (
        <LiveText>
          {isOver
            ? `${label}: acabou`
            : left < MINUTE
              ? `${label}: menos de 1 minuto`
              : left < 5 * MINUTE
                ? `${label}: menos de 5 minutos`
                : ''}
        </LiveText>
      ) : null}
    </div>
  );
}
