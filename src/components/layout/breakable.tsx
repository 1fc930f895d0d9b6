import { Fragment } from 'react';
import styles from './text.module.css';

/**
 * A sentence whose e-mail addresses, where a line is too short for them, break before their @ and not
 * somewhere in a word.
 */
export function Breakable({ children }: { children: string }) {
  return children.split(/([^\s@]+@[^\s@]+)/).map((part, index) => {
    if (index % 2 === 0) return part;
    const at = part.indexOf('@');
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence, in their order
      <Fragment key={index}>
        <span className={styles.whole}>{part.slice(0, at)}</span>
        <span className={styles.whole}>{part.slice(at)}</span>
      </Fragment>
    );
  });
}
