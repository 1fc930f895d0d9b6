import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** What a browser maker's service got, opened with the browser's own keys. */
export interface Delivered {
  headers: Record<string, string | string[] | undefined>;
  /** null when the browser could not have opened it */
  payload: Record<string, unknown> | null;
  /** claims of the sender's token, when it is signed with the key that the token names */
  sender: Record<string, unknown> | null;
}
export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  delivered: Delivered[];
}
export interface PushPeer {
  /** @param status what the service answers about this browser */
  browser(status?: number): Browser;
  /** Requests of any kind, known addresses or not. */
  requests(): number;
  close(): Promise<void>;
}

const text = (bytes: Buffer | Uint8Array) => Buffer.from(bytes).toString('base64url');
const hkdf = (secret: Uint8Array, salt: Uint8Array, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Opens a message as a browser does. Source: RFC 8291 §3.4, RFC 8188 §2. */
function open(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): Record<string, unknown> {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = hkdf(keys.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const sealed = body.subarray(21 + idLength);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The one record ends with 2
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')) as Record<string, unknown>;
}

/** Checks the sender's token. Source: RFC 8292 §2, §3. */
async function senderOf(authorization: string, audience: string): Promise<Record<string, unknown> | null> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return null;
  const jwk = await importJWK(
    { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) },
    'ES256',
  );
  return jwtVerify(token, jwk, { audience }).then(
    ({ payload }) => ({ ...payload, key }),
    () => null,
  );
}

/** A browser maker's push service on this machine, with the browsers that subscribed there. */
export async function openPushPeer(): Promise<PushPeer> {
  const browsers = new Map<
    string,
    { browser: Browser; keys: ReturnType<typeof createECDH>; auth: Buffer; status: number }
  >();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      void (async () => {
        const known = browsers.get(request.url ?? '');
        if (known) {
          const { port } = server.address() as AddressInfo;
          const sender = await senderOf(request.headers.authorization ?? '', `http://127.0.0.1:${port}`);
          let payload: Delivered['payload'] = null;
          try {
            payload = open(Buffer.concat(parts), known.keys, known.auth);
          } catch {
            // Stays null: nobody could read it.
          }
          known.browser.delivered.push({ headers: request.headers, payload, sender });
        }
        response.writeHead(known?.status ?? 404).end();
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    browser(status = 201) {
      const keys = createECDH('prime256v1');
      const [auth, path] = [randomBytes(16), `/push/${text(randomBytes(12))}`];
      const browser: Browser = {
        subscription: {
          endpoint: `http://127.0.0.1:${port}${path}`,
          keys: { p256dh: text(keys.generateKeys()), auth: text(auth) },
        },
        delivered: [],
      };
      browsers.set(path, { browser, keys, auth, status });
      return browser;
    },
    requests: () => requests,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
