/** The start program as `npm start` runs it, with somebody at the door who counts: told a number over IPC, it answers when so many more requests have come, with how many of all are not answered. */
import { subscribe } from 'node:diagnostics_channel';

let inFlight = 0;
let awaited = 0;
subscribe('http.server.request.start', () => {
  inFlight++;
  if (--awaited === 0) process.send?.({ inFlight });
});
subscribe('http.server.response.finish', () => void inFlight--);
process.on('message', (message: { expect: number }) => (awaited = message.expect));
await import('#server/start.ts');
