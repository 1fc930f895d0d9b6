import { IconAlertCircle } from '@tabler/icons-react';
import { fieldId } from './field.tsx';
import styles from './form-error-summary.module.css';

interface Props {
  title?: string | undefined;
  errors: { field: string; text: string }[];
  /** A line was chosen: its field takes the focus. */
  onChoose: (field: string) => void;
}

/**
 * Everything that is wrong, above the fields. Read out when it appears; each line leads to its field. What
 * was typed stays.
 */
export function FormErrorSummary({ title, errors, onChoose }: Props) {
  if (errors.length === 0) return null;
  return (
    <div role="alert" className={styles.box}>
      <IconAlertCircle size={24} aria-hidden="true" />
      <div>
        <p className={styles.title}>
          {title ?? (errors.length === 1 ? 'Confira um campo' : `Confira ${errors.length} campos`)}
        </p>
        <ul>
          {errors.map(({ field, text }) => (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  onChoose(field);
                }}
                className={styles.link}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
