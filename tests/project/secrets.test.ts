import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tools/source.ts';

/** What a key looks like that somebody could use. Source: the prefixes that their makers document. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=\s]{40}/],
  ['a live key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{10}/],
  ['a test key of Stripe', /\b[rs]k_test_[A-Za-z0-9]{24}/],
  ['a secret of Stripe notices', /\bwhsec_[A-Za-z0-9+/]{32}/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50})/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{10}/],
  ['a key of Google', /\bAIza[\w-]{35}\b/],
  ['a key of SendGrid or Twilio', /\bSG\.[\w-]{22}\.[\w-]{43}|\bSK[0-9a-f]{32}\b/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
  [
    'a password in an address',
    /\b(?:postgres(?:ql)?|mysql|smtps?|https?|amqps?):\/\/(?!user:password@)[^\s:/@'"`$]+:[^\s/@'"`${}]{6,}@(?!localhost|127\.|[\w.-]*exampl)/,
  ],
];
const secretsIn = (text: string): string[] =>
  SHAPES.flatMap(([name, shape]) => (shape.test(text) ? [name] : []));
/** Settings of a machine, which hold its secrets. */
const SETTINGS = /(?:^|\/)(?:\.env(?:\..+)?|\.netrc|id_(?:rsa|ed25519)|.*\.(?:pem|key|p12|pfx|backup))$/;

describe('the repository', () => {
  it('OPS-09 SEC-35 holds no key, token or password that anybody could use', async () => {
    const found: string[] = [];
    let files = 0;
    for await (const file of glob(['**/*', '.*', '.*/**/*'], {
      cwd: root,
      exclude: (name) =>
        /(?:^|\/)(?:node_modules|dist|coverage|\.git|\.data)$/.test(name.split(path.sep).join('/')),
    })) {
      const name = file.split(path.sep).join('/');
      if (SETTINGS.test(name)) found.push(`${name}: settings of a machine`);
      // Pictures, fonts and archives are no text; a folder cannot be read.
      if (/\.(?:svg|png|webp|avif|jpe?g|ico|woff2?|tar|gz)$/.test(name)) continue;
      const text = (() => {
        try {
          return readFileSync(path.join(root, name), 'utf8');
        } catch {
          return null;
        }
      })();
      if (text === null) continue;
      files++;
      for (const what of secretsIn(text)) found.push(`${name}: ${what}`);
    }
    expect(files).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  // Put together here, so that this file is none of what it looks for.
  const letters = (count: number) => 'aB3'.repeat(count).slice(0, count);
  it.each([
    ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\n${letters(64)}`],
    ['a live key of Stripe', `key = "sk_${'live'}_${letters(24)}"`],
    ['a test key of Stripe', `sk_${'test'}_${letters(30)}`],
    ['a secret of Stripe notices', `wh${'sec'}_${letters(32)}`],
    ['a key of AWS', `AK${'IA'}ABCDEFGHIJKLMNOP`],
    ['a token of GitHub', `gh${'p'}_${letters(36)}`],
    ['a token of npm', `//registry.example/:_auth${'Token'}=${letters(20)}`],
    ['a token of Slack', `xox${'b'}-${letters(20)}`],
    ['a key of Google', `AI${'za'}${letters(35)}`],
    ['a key of SendGrid or Twilio', `S${'K'}${'0a'.repeat(16)}`],
    ['a signed token', `ey${'J'}${letters(12)}.ey${'J'}${letters(12)}.${letters(24)}`],
    ['a password in an address', `postgresql://shop:${letters(10)}@db.intern/shop`],
  ])('would notice %s', (name, text) => {
    expect(secretsIn(text)).toEqual([name]);
  });
});
