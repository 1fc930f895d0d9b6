import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './day-picker.module.css';

export interface Day {
  id: string;
  /** "seg." */
  weekday: string;
  /** "23" */
  day: string;
  /** "segunda-feira, 23 de novembro", for ears */
  spoken?: string | undefined;
  disabled?: boolean | undefined;
}

interface Props {
  label: string;
  /** The title of the card it stands in; hidden when absent, the label is still read. */
  title?: string | undefined;
  month?: string | undefined;
  days: Day[];
  value: string | null;
  onChange: (id: string) => void;
}

export function DayPicker({ label, title, month, days, value, onChange }: Props) {
  const name = useId();
  return (
    <div>
      {title || month ? (
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {month ? <span className={styles.month}>{month}</span> : null}
        </div>
      ) : null}
      <div role="radiogroup" aria-label={label} className={styles.days}>
        {days.map((day) => (
          <label
            key={day.id}
            className={classNames(styles.day, day.id === value && styles.on, day.disabled && styles.off)}
          >
            <input
              type="radio"
              name={name}
              value={day.id}
              checked={day.id === value}
              disabled={day.disabled}
              onChange={() => onChange(day.id)}
              className={styles.input}
              aria-label={day.spoken ?? `${day.weekday} ${day.day}`}
            />
            <span className={styles.weekday} aria-hidden="true">
              {day.weekday}
            </span>
            <span className={styles.number} aria-hidden="true">
              {day.day}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
