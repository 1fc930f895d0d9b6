import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

/** What the peer does differently this once; each is a way to cheat or to fail. */
export interface Misbehaviour {
  /** Claims that replace the right ones; `undefined` leaves one out. */
  claims?: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  foreignKey?: boolean;
  /** Leaves the identity unsigned (`alg: none`). */
  unsigned?: boolean;
  status?: number;
  body?: string;
  redirect?: boolean;
}
interface Granted {
  challenge: string;
  redirectUri: string;
  nonce: string;
  subject: string;
}

const text = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a stream of bytes
  return Buffer.concat(parts).toString('utf8');
};
const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A small OpenID provider on a real socket: discovery, keys, an authorisation page that agrees at once, and a
 * token endpoint that checks PKCE.
 */
export async function openOidcPeer({ clientId, redirectUris }: { clientId: string; redirectUris: string[] }) {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const granted = new Map<string, Granted>();
  const asked: string[] = [];
  let subject = 'person-1';
  let next: Misbehaviour = {};
  let issuer = '';
  let pretended: string | null = null;

  const authorize = (url: URL, response: ServerResponse) => {
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const isFit =
      get('client_id') === clientId &&
      redirectUris.includes(get('redirect_uri')) &&
      get('response_type') === 'code' &&
      get('code_challenge_method') === 'S256' &&
      get('code_challenge').length === 43 &&
      get('scope').split(' ').includes('openid');
    if (!isFit) return sendJson(response, 400, { error: 'invalid_request' });
    const code = randomBytes(16).toString('base64url');
    granted.set(code, {
      challenge: get('code_challenge'),
      redirectUri: get('redirect_uri'),
      nonce: get('nonce'),
      subject,
    });
    const back = new URL(get('redirect_uri'));
    back.searchParams.set('code', code);
    back.searchParams.set('state', get('state'));
    return response.writeHead(302, { location: back.href }).end();
  };
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    const how = next;
    next = {};
    if (how.redirect) return response.writeHead(307, { location: `${issuer}/elsewhere` }).end();
    if (how.body !== undefined)
      return response.writeHead(how.status ?? 200, { 'content-type': 'application/json' }).end(how.body);
    if (how.status !== undefined) return sendJson(response, how.status, { error: 'server_error' });
    const code = form.get('code') ?? '';
    const found = granted.get(code);
    granted.delete(code);
    const digest = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isFit =
      found &&
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === clientId &&
      form.get('redirect_uri') === found.redirectUri &&
      digest === found.challenge;
    if (!isFit) return sendJson(response, 400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1_000);
    const claims = Object.fromEntries(
      Object.entries({
        iss: issuer,
        aud: clientId,
        sub: found.subject,
        nonce: found.nonce,
        iat: now,
        exp: now + 300,
        name: 'Pessoa Conhecida',
        email: 'vitima@exemplo.com',
        email_verified: true,
        ...how.claims,
      }).filter(([, value]) => value !== undefined),
    );
    const signed = how.unsigned
      ? `${encode({ alg: 'none' })}.${encode(claims)}.`
      : await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .sign(how.foreignKey ? foreign.privateKey : own.privateKey);
    return sendJson(response, 200, { access_token: 'x', token_type: 'Bearer', id_token: signed });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    asked.push(url.pathname);
    if (url.pathname === '/.well-known/openid-configuration')
      return sendJson(response, 200, {
        issuer: pretended ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      });
    if (url.pathname === '/keys') return sendJson(response, 200, { keys: [jwk] });
    if (url.pathname === '/authorize') return authorize(url, response);
    if (url.pathname === '/token' && request.method === 'POST') return void token(request, response);
    return sendJson(response, 404, {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address
  return {
    issuer,
    clientId,
    asked,
    /** Whoever is signed in over there from now on. */
    become: (who: string) => void (subject = who),
    /** What happens at the next token. */
    misbehave: (how: Misbehaviour) => void (next = how),
    /** Says that it is somebody else. */
    pretend: (who: string) => void (pretended = who),
    close: () => new Promise<void>((done) => server.close(() => done()).closeAllConnections()),
  };
}
