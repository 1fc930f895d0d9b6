import styles from './step-progress.module.css';

interface Props {
  /** Finished parts. */
  done: number;
  of?: number | undefined;
  /** How far the present part is, 0 to 1. */
  part?: number | undefined;
  /** Said instead of the bars: "Saiu para entrega, etapa 3 de 4". */
  label: string;
  /** A word under each part, where there is room. */
  labels?: string[] | undefined;
}

export function StepProgress({ done, of = 4, part = 0.55, label, labels }: Props) {
  return (
    <div role="img" aria-label={label} className={styles.progress}>
      {Array.from({ length: of }, (_, index) => {
        const filled = index < done ? 1 : index === done ? part : 0;
        return (
          <span key={index} className={styles.part} data-now={index === done || undefined}>
            <i>
              <i style={{ width: `${100 * filled}%` }} />
            </i>
            {labels?.[index] ? <span className={styles.label}>{labels[index]}</span> : null}
          </span>
        );
      })}
    </div>
  );
}
