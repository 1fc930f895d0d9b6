import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** What a phone's browser has between itself and the shop. */
export interface Link {
  /** ms there and back */
  roundTrip: number;
  /** bits per second to the phone, shared by all its connections */
  down: number;
  /** the same away from it */
  up: number;
}
const SEGMENT = 1_460;
/** Segments that a connection may have under way at first; with every one that arrived it may have one more. */
const FIRST_FLIGHT = 10;

interface Flow {
  to: Socket;
  waiting: Buffer[];
  underWay: number;
  window: number;
  /** nothing comes after what is waiting */
  isOver: boolean;
}

/** One direction: a fixed rate, served in turn, half a round trip long, with TCP's slow start. */
function direction(bitsPerSecond: number, delay: number) {
  const flows = new Set<Flow>();
  /**
   * In the order that they were sent in: timers of different lengths that are late fire in another one, and
   * each lets the eldest arrive.
   */
  const onTheWay: [flow: Flow, part: Buffer][] = [];
  let isBusy = false;
  let freeAt = 0;
  const end = (flow: Flow) => {
    if (!flow.isOver || flow.waiting.length > 0 || flow.underWay > 0) return;
    flows.delete(flow);
    flow.to.end();
  };
  const arrive = () => {
    const [flow, part] = onTheWay.shift() ?? [];
    if (!flow || !part) return;
    if (!flow.to.destroyed) flow.to.write(part);
    // The sender knows of it half a round trip later.
    setTimeout(() => {
      flow.underWay--;
      flow.window++;
      end(flow);
      serve();
    }, delay);
  };
  const serve = () => {
    if (isBusy) return;
    const flow = [...flows].find(({ waiting, underWay, window }) => waiting.length > 0 && underWay < window);
    if (!flow) return;
    flows.delete(flow);
    flows.add(flow); // the next one's turn
    const part = flow.waiting.shift() ?? Buffer.alloc(0);
    flow.underWay++;
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (part.length * 8_000) / bitsPerSecond;
    onTheWay.push([flow, part]);
    setTimeout(arrive, freeAt - now + delay);
    isBusy = true;
    setTimeout(() => {
      isBusy = false;
      serve();
    }, freeAt - now);
  };
  return (from: Socket, to: Socket) => {
    const flow: Flow = { to, waiting: [], underWay: 0, window: FIRST_FLIGHT, isOver: false };
    flows.add(flow);
    from.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += SEGMENT) flow.waiting.push(data.subarray(at, at + SEGMENT));
      serve();
    });
    from.on('close', () => {
      flow.isOver = true;
      end(flow);
    });
  };
}

/**
 * An address of its own for a server, with a slow link before it. Under the browser, so that its worker and its
 * preloads are slow too.
 */
export async function slowLink(
  target: string,
  { roundTrip, down, up }: Link,
): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(target);
  const [toPhone, toShop] = [direction(down, roundTrip / 2), direction(up, roundTrip / 2)];
  const sockets = new Set<Socket>();
  const server = createServer((phone) => {
    // The handshake takes one round trip before anything is sent.
    phone.pause();
    const shop = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [one, other] of [
      [phone, shop],
      [shop, phone],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
    }
    setTimeout(() => {
      toPhone(shop, phone);
      toShop(phone, shop);
      phone.resume();
    }, roundTrip);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
