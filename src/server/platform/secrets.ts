import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Env, EnvironmentFault, KEYS } from './env.ts';

/** What the server's keys are used for; each use has its own derived key. */
export type Purpose =
  | 'access-token'
  | 'staff-token'
  | 'staff'
  | 'refresh-token'
  | 'code'
  | 'lead'
  | 'visitor'
  | 'signup'
  | 'order'
  | 'pickup'
  | 'seal'
  | 'webhook'
  | 'device'
  | 'message'
  | 'backup'
  | 'invite'
  | 'sso'
  | 'card'
  | 'payer'
  | 'roster'
  | 'metrics';

export interface Secrets {
  /**
   * Derived 32-byte keys of a purpose, newest first; sign with the first, accept all (rotation with overlap).
   */
  keys(purpose: Purpose): readonly { id: string; key: Uint8Array }[];
  /** Keyed hash (HMAC-SHA-256, base64url) under the newest key. */
  hash(purpose: Purpose, text: string): string;
  /** The hash of `text` under every key, to look up what an older key has hashed. */
  hashes(purpose: Purpose, text: string): string[];
  /** True when `hash` is the keyed hash of `text` under any key. Constant time. */
  matches(purpose: Purpose, text: string, hash: string): boolean;
  /** Encrypts text for the database (AES-256-GCM). */
  seal(text: string): string;
  /** What {@link seal} encrypted. @throws when it was altered or its key is gone */
  open(sealed: string): string;
}

/** Equal strings, compared in constant time. */
export function equalInTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Keys of `SECRET_KEYS`; in the sandbox without it, made once and kept in `file` (0600). Production refuses
 * to start without.
 */
export function openSecrets(env: Env, file: string): Secrets {
  const roots = parse(env.SECRET_KEYS ?? kept(env, file));
  const derived = new Map<Purpose, { id: string; key: Buffer }[]>();
  const keys = (purpose: Purpose) => {
    const known = derived.get(purpose);
    if (known) return known;
    const made = roots.map(({ id, secret }) => ({
      id,
      key: Buffer.from(hkdfSync('sha256', secret, 'vitrine', purpose, 32)),
    }));
    derived.set(purpose, made);
    return made;
  };
  const newest = (purpose: Purpose) => {
    const [first] = keys(purpose);
    if (!first) throw new EnvironmentFault('SECRET_KEYS holds no key.');
    return first;
  };
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const hashes = (purpose: Purpose, text: string) => keys(purpose).map(({ key }) => mac(key, text));
  return {
    keys,
    hash: (purpose, text) => mac(newest(purpose).key, text),
    hashes,
    matches: (purpose, text, hash) => hashes(purpose, text).some((made) => equalInTime(made, hash)),
    seal(text) {
      const { id, key } = newest('seal');
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [id, body = ''] = sealed.split('.');
      const found = keys('seal').find((candidate) => candidate.id === id);
      if (!found) throw new Error('sealed with a key that is gone');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, 12)).setAuthTag(
        bytes.subarray(12, 28),
      );
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

function parse(text: string): { id: string; secret: string }[] {
  if (!KEYS.test(text))
    throw new EnvironmentFault('SECRET_KEYS is id:secret,id:secret with secrets of at least 32 characters.');
  return text.split(',').map((entry) => ({
    id: entry.slice(0, entry.indexOf(':')),
    secret: entry.slice(entry.indexOf(':') + 1),
  }));
}

function kept(env: Env, file: string): string {
  if (env.production) throw new EnvironmentFault('SECRET_KEYS is needed in production.');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = `sandbox:${randomBytes(32).toString('base64url')}`;
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}
