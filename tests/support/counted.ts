/**
 * The start program as `npm start` runs it, with somebody at the door who counts: told a number over IPC, it
 * says that it counts, and again when so many more requests have come, with how many of all are not answered.
 * Told of a fault, it makes one that nobody catches; asked for it, it says what memory it has.
 */
import { subscribe } from 'node:diagnostics_channel';

let inFlight = 0;
let awaited = 0;
subscribe('http.server.request.start', () => {
  inFlight++;
  if (--awaited === 0) process.send?.({ inFlight });
});
subscribe('http.server.response.finish', () => void inFlight--);
process.on(
  'message',
  (message: { expect: number } | { memory: true } | { fault: 'error' | 'rejection'; text: string }) => {
    if ('expect' in message) {
      awaited = message.expect;
      process.send?.({ isCounting: true });
    } else if ('memory' in message) process.send?.({ rss: process.memoryUsage.rss() });
    else if (message.fault === 'rejection')
      for (let times = 0; times < 2; times++) void Promise.reject(new Error(message.text));
    else
      setImmediate(() => {
        throw new Error(message.text);
      });
  },
);
await import('#server/commands/start.ts');
