import { useId } from 'react';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';
import styles from './quiet-select.module.css';

interface Props<V extends string> {
  label: string;
  /** What it is asked of, for those who do not see where it stands. */
  about: string;
  /** What holds while nothing is chosen. */
  unset: string;
  options: readonly { value: V; label: string }[];
  value: V | undefined;
  onChoose: (value: V) => void;
}

/** A choice that most people leave as it is: one line of text, the device's own list behind it. */
export function QuietSelect<V extends string>({ label, about, unset, options, value, onChoose }: Props<V>) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <label htmlFor={id} className={styles.label}>
        {label}
        <VisuallyHidden> {about}</VisuallyHidden>
      </label>
      <select
        id={id}
        className={styles.select}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {value === undefined ? <option value="">{unset}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
