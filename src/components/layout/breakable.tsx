import { Fragment } from 'react';
import styles from './text.module.css';

/** An e-mail address, or a phone number as `formatPhone` writes it, whose digits may be hidden. */
const CONTACT = /([^\s@]+@[^\s@]+|\(\d{2}\) [\d•*]+-[\d•*]+)/;

/**
 * A sentence whose e-mail addresses, where a line is too short for them, break before their @ and not
 * somewhere in a word. A phone number stands in one line: browsers would break it after its hyphen.
 */
export function Breakable({ children }: { children: string }) {
  return children.split(CONTACT).map((part, index) => {
    if (index % 2 === 0) return part;
    const at = part.indexOf('@');
    if (at < 0)
      return (
        // oxlint-disable-next-line react/no-array-index-key -- as below
        <span key={index} className={styles.whole}>
          {part}
        </span>
      );
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence, in their order
      <Fragment key={index}>
        <span className={styles.whole}>{part.slice(0, at)}</span>
        <span className={styles.whole}>{part.slice(at)}</span>
      </Fragment>
    );
  });
}
