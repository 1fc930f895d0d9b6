import { unreadWords, useUnread } from '#client/person/unread.ts';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';
import styles from './unread-badge.module.css';

/** How many messages are new, at the corner of the account's sign. */
export function UnreadBadge() {
  const count = useUnread();
  return count > 0 ? (
    <>
      <span className={styles.badge} aria-hidden="true">
        {count > 9 ? '9+' : count}
      </span>
      <VisuallyHidden>{unreadWords(count)}</VisuallyHidden>
    </>
  ) : null;
}
