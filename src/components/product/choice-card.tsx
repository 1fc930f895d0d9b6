import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Chip } from '#components/form/chip.tsx';
import { classNames } from '#components/form/class-names.ts';
import styles from './choice-card.module.css';

interface Props {
  title: string;
  /** "Escolha 2" */
  help: string;
  /**
   * How far it is; left out where there is nothing to choose. `lack`: "Falta 1", empty when nothing does;
   * `added`: "+ R$ 4,90".
   */
  progress?: { chosen: number; max: number; lack: string; added: string } | undefined;
  /** What to do about it, said inside once somebody wanted to go on without it. */
  warning?: string | undefined;
  /** How often that was: each time leads there. */
  warned?: number | undefined;
  children: ReactNode;
}

/** A group of choices: what is asked, how far it is, and its options. */
export function ChoiceCard({ title, help, progress, warning, warned, children }: Props) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const isWarned = warning !== undefined;
  useEffect(() => {
    if (isWarned) card.current?.focus();
  }, [isWarned, warned]);
  return (
    <div
      ref={card}
      role="group"
      tabIndex={-1}
      className={classNames(styles.card, isWarned && styles.warned)}
      aria-labelledby={`${id}-title`}
      aria-describedby={id}
    >
      <div className={styles.head}>
        <div>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <p id={id} className={styles.help}>
            {help}
          </p>
        </div>
        {progress ? (
          <p role="status" className={styles.progress}>
            <Progress {...progress} />
            {progress.added ? <span className={styles.added}>{progress.added}</span> : null}
          </p>
        ) : null}
      </div>
      {isWarned ? (
        <p role="alert" className={styles.warning}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          {warning}
        </p>
      ) : null}
      <ul className={styles.options}>{children}</ul>
    </div>
  );
}

function Progress({ chosen, max, lack }: Omit<NonNullable<Props['progress']>, 'added'>) {
  if (lack)
    return (
      <Chip tone="warn" icon={<IconAlertTriangle size={16} />}>
        {lack}
      </Chip>
    );
  if (chosen === 0) return <Chip tone="off">{`0 de ${max}`}</Chip>;
  return <Chip tone="ok" icon={<IconCheck size={16} />}>{`${chosen} de ${max}`}</Chip>;
}

interface OptionProps {
  /** A small picture. */
  picture: ReactNode;
  name: string;
  /** "250 g · + R$ 4,90" */
  detail?: ReactNode;
  /** A Stepper, or a word. */
  end?: ReactNode;
  /** One of several that exclude each other: the whole row is its target. */
  radio?: { group: string; checked: boolean; disabled: boolean; onChoose: () => void } | undefined;
}

/** One option of a group. */
export function ChoiceOptionRow({ picture, name, detail, end, radio }: OptionProps) {
  const content = (
    <>
      {picture}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </span>
      {end}
    </>
  );
  return (
    <li>
      {radio ? (
        <label className={classNames(styles.option, styles.pressed, radio.checked && styles.on)}>
          {content}
          <input
            type="radio"
            name={radio.group}
            checked={radio.checked}
            disabled={radio.disabled}
            onChange={radio.onChoose}
            className={styles.radio}
          />
        </label>
      ) : (
        <div className={styles.option}>{content}</div>
      )}
    </li>
  );
}
