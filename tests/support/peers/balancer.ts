import { type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  /** Requests that each server has answered. */
  served: readonly number[];
  close(): Promise<void>;
}

/**
 * Gives each request to the next of some servers, whoever asked before, and to another when one does not
 * listen. Bodies and streams pass as they come.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const served = targets.map(() => 0);
  let turn = 0;
  const server: Server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const first = turn++;
      const ask = (tried: number): void => {
        const index = (first + tried) % targets.length;
        const { hostname, port } = new URL(targets[index] ?? '');
        const outgoing = request(
          { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
          (reply) => {
            served[index] = (served[index] ?? 0) + 1;
            answer.writeHead(reply.statusCode ?? 502, reply.headers);
            answer.flushHeaders();
            reply.pipe(answer);
          },
        );
        outgoing.on('error', () => {
          if (!answer.headersSent && tried + 1 < targets.length) ask(tried + 1);
          else answer.destroy();
        });
        answer.on('close', () => outgoing.destroy());
        outgoing.end(Buffer.concat(parts));
      };
      ask(0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
