import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenOn } from '#server/commands/main.ts';
import type { TestServer } from '../store/server.ts';

export interface SocketAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
/**
 * A server on a socket, asked over one connection: a URL object would tidy the path before anybody sees it.
 */
export async function openDoor({ shop }: Pick<TestServer, 'shop'>) {
  const http = listenOn(shop).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo; // listens on TCP
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (path: string, headers: Record<string, string>): Promise<SocketAnswer> =>
      new Promise((resolve, reject) =>
        request(
          {
            port,
            host: '127.0.0.1',
            // As bytes: what is no ASCII goes out as it is.
            path: Buffer.from(path).toString('latin1'),
            headers: { host: 'feira.localhost', ...headers },
            agent,
          },
          (response) => {
            let text = '';
            response
              .setEncoding('utf8')
              .on('data', (part: string) => (text += part))
              .on('end', () =>
                resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
              );
          },
        )
          .on('error', reject)
          .end(),
      ),
    close: () => {
      agent.destroy();
      http.closeAllConnections();
      http.close();
    },
  };
}
