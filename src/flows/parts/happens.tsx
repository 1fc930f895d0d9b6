import { eventName, saidOf } from '../words/event-words.ts';
import styles from './happens.module.css';

/** How the code names something that is said in words beside it. */
export function CodeName({ children }: { children: string }) {
  return children === '' ? null : <code className={styles.name}>{children}</code>;
}

/** What happens, in a person's words, and the name that it has in the code. */
export function Happens({ event }: { event: string }) {
  const said = saidOf(event);
  const name = eventName(event);
  return (
    <>
      <strong>{said ?? name}</strong> {said !== null && <CodeName>{name}</CodeName>}
    </>
  );
}
