import { type EventObject, type NonReducibleUnknown, fromCallback } from 'xstate';
import { type FromBook, type FromStore, LOOKED_AT, LOOKING_EVERY, TELLING } from '#machines/book/telling.ts';

/** Hears what stores tell in other tabs of this browser, and says to them that somebody looks. */
export const hearStore = fromCallback<EventObject, NonReducibleUnknown, FromStore>(
  ({ sendBack, receive }) => {
    const channel = new BroadcastChannel(TELLING);
    const look = () => {
      localStorage.setItem(LOOKED_AT, String(Date.now()));
      channel.postMessage({ type: 'book.looks' } satisfies FromBook);
    };
    channel.onmessage = ({ data }: MessageEvent<FromStore>) => sendBack(data);
    receive((event) => channel.postMessage(event));
    look();
    const timer = setInterval(look, LOOKING_EVERY);
    return () => {
      clearInterval(timer);
      localStorage.removeItem(LOOKED_AT);
      channel.close();
    };
  },
);
