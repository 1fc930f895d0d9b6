import { Measuring } from './measuring.tsx';
import { UnreadCount } from './unread-count.tsx';

/** What goes on around the screens of whoever is signed in. */
export const OfClient = () => (
  <>
    <UnreadCount />
    <Measuring />
  </>
);
