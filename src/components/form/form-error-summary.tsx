import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { fieldId } from './field.tsx';
import styles from './form-error-summary.module.css';

interface Props {
  title?: string | undefined;
  errors: { field: string; text: string }[];
}

/** Takes focus when it appears; each line leads to its field. What was typed stays. */
export function FormErrorSummary({ title, errors }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0;
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.box}>
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
                  document.getElementById(fieldId(field))?.focus();
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
