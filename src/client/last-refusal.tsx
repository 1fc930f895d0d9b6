import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import styles from './app-screen.module.css';
import { useRefusalReason } from './hooks.ts';
import { refusalWords } from './refusal-words.ts';
import { useRemedy } from './remedy.ts';

/** Why the person is here and not where they asked to be. It leaves with the next thing they ask for. */
export function LastRefusal() {
  const reason = useRefusalReason();
  const remedy = useRemedy(reason);
  return reason ? (
    <div className={styles.refusal}>
      <RefusalNote text={refusalWords[reason]} {...(remedy ? { remedy } : {})} />
    </div>
  ) : null;
}
