import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Ways in which somebody else's service is down. */
export const faults = [
  'refuses connections',
  'says nothing',
  'hangs up',
  'answers with its own fault',
  'talks nonsense',
  'never comes to an end',
] as const;
export type Fault = (typeof faults)[number];

/** Answers of a service that is down, in HTTP; in SMTP where the caller waits for a greeting. */
const HTTP_FAULT =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';
const NONSENSE =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 30\r\nconnection: close\r\n\r\n<html>{"cep": 1, "id_token": 7';

/** A service on a real socket that is down in one way at a time. */
export async function openFaultPeer() {
  const sockets = new Set<Socket>();
  const drips = new Set<NodeJS.Timeout>();
  let fault: Fault = 'says nothing';
  const listen = async (port: number, greets: boolean) => {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
      if (greets && fault === 'answers with its own fault') return socket.end('421 mail.exemplo closing\r\n');
      if (greets && fault === 'talks nonsense') return socket.end('SSH-2.0-OpenSSH_9\r\n');
      const drip = () => {
        socket.write(greets ? '2' : 'HTTP/1.1 200 OK\r\nx-a: ');
        drips.add(setInterval(() => socket.destroyed || socket.write('a'), 100));
      };
      if (greets && fault === 'never comes to an end') drip();
      if (greets && fault === 'hangs up') socket.destroy();
      return socket.once('data', () => {
        if (fault === 'hangs up') socket.destroy();
        else if (fault === 'answers with its own fault') socket.end(HTTP_FAULT);
        else if (fault === 'talks nonsense') socket.end(NONSENSE);
        else if (fault === 'never comes to an end') drip();
      });
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let [http, smtp] = [await listen(0, false), await listen(0, true)];
  const ports = [http, smtp].map((server) => (server.address() as AddressInfo).port); // TCP servers
  const [httpPort = 0, smtpPort = 0] = ports;
  const shut = async () => {
    for (const drip of drips) clearInterval(drip);
    drips.clear();
    for (const socket of sockets) socket.destroy();
    for (const server of [http, smtp]) if (server.listening) await once(server.close(), 'close');
  };
  return {
    http: `http://127.0.0.1:${httpPort}`,
    smtp: `smtp://127.0.0.1:${smtpPort}`,
    async be(next: Fault): Promise<void> {
      await shut();
      fault = next;
      if (next !== 'refuses connections')
        [http, smtp] = [await listen(httpPort, false), await listen(smtpPort, true)];
    },
    close: shut,
  };
}
export type FaultPeer = Awaited<ReturnType<typeof openFaultPeer>>;
