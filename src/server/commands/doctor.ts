/**
 * `npm run doctor`: says what is configured, what can be reached and what is missing. It changes nothing.
 * Ends with 1 when the store could not serve people.
 */
import './require-node.mjs';
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { SERVER_SUFFIX } from '#server/backup/backup-server.ts';
import { newestCopy } from '#server/backup/backup.ts';
import { holderOf } from '#server/db/lock.ts';
import { assertHumbleRole, migrationsMissing } from '#server/db/migrate.ts';
import { type Env, readEnv } from '#server/platform/env.ts';
import { AcquirerFault } from '#server/providers/acquirer.ts';
import { waysOf } from '#domain/person/sso.ts';
import { oidcRelay } from '#server/providers/oidc.ts';
import { type StripeSettings, stripeAcquirer } from '#server/providers/stripe.ts';
import { openSecrets } from '#server/platform/secrets.ts';

type Verdict = 'ok' | 'note' | 'fault';
/** One line of the report. */
export interface Finding {
  about: string;
  verdict: Verdict;
  text: string;
}
const PATIENCE = 3_000;
const LEAST_SPACE = 0.05;
/** In minutes. */
const DAY = 24 * 60;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

/**
 * Looks at everything that the environment names.
 * @returns findings in the order in which a person would mend them
 */
export async function examine(
  source: Record<string, string | undefined>,
  dist = join(import.meta.dirname, '../../../dist'),
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const say = (about: string, verdict: Verdict, text: string) => void findings.push({ about, verdict, text });
  let env: Env;
  try {
    env = readEnv(source);
  } catch (error) {
    return [{ about: 'environment', verdict: 'fault', text: reasonOf(error) }];
  }
  say(
    'environment',
    'ok',
    env.production ? 'production' : env.sandbox ? 'sandbox: nothing is real' : 'development',
  );
  say(
    'build',
    existsSync(join(dist, 'client')) ? 'ok' : 'note',
    existsSync(join(dist, 'client')) ? 'built' : 'not built yet; the next start builds it',
  );
  await (env.DATABASE_URL === undefined
    ? examineDirectory(env, say)
    : examineServer(env, env.DATABASE_URL, say));
  await examineMail(env, say);
  if (env.SMS_URL)
    await examineReach(
      'text messages',
      `gateway ${new URL(env.SMS_URL).host}${env.SMS_TOKEN ? '' : ', without SMS_TOKEN'}`,
      env.SMS_URL,
      'fault',
      say,
    );
  else
    say(
      'text messages',
      env.production ? 'fault' : 'note',
      'SMS_URL is not set: messages stay in the outbox',
    );
  say(
    'Pix',
    env.PIX_KEY ? 'ok' : env.production ? 'fault' : 'note',
    env.PIX_KEY ? 'a key of your own' : "PIX_KEY is not set: codes carry the tenant's demo key",
  );
  say(
    'Pix notices',
    env.PIX_WEBHOOK_SECRET ? 'ok' : env.PIX_KEY ? 'fault' : 'note',
    env.PIX_WEBHOOK_SECRET
      ? 'PIX_WEBHOOK_SECRET is set'
      : 'PIX_WEBHOOK_SECRET is not set: every notice of a payment is refused',
  );
  if (env.CEP_URL)
    await examineReach(
      'postal codes',
      `asked of ${new URL(env.CEP_URL).host} when the table does not know them`,
      env.CEP_URL,
      'note',
      say,
    );
  else say('postal codes', 'note', 'CEP_URL is not set: only those of the table are known');
  say(
    'push',
    env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY ? 'ok' : 'note',
    env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY ? 'keys are set' : 'no VAPID keys: no push',
  );
  return findings;
}
type Say = (about: string, verdict: Verdict, text: string) => void;

async function examineDirectory({ DATA_DIR }: Env, say: Say): Promise<void> {
  if (!existsSync(DATA_DIR))
    return say('database', 'note', `embedded in ${DATA_DIR}, made at the first start`);
  const others = statSync(DATA_DIR).mode & 0o077;
  say(
    'data directory',
    others === 0 ? 'ok' : 'fault',
    others === 0 ? `${DATA_DIR}, for its owner alone` : `${DATA_DIR} is open to others: chmod 700`,
  );
  const owner = holderOf(join(DATA_DIR, 'database.lock'));
  say('database', 'ok', `embedded${owner === null ? '' : `, in use by process ${owner}`}`);
  const { bavail, blocks } = await statfs(DATA_DIR);
  sayAge(newestCopy(DATA_DIR)?.at, 'they are made while the store runs', say);
  say(
    'disk',
    bavail / blocks >= LEAST_SPACE ? 'ok' : 'fault',
    `${Math.round((100 * bavail) / blocks)} % free`,
  );
}

async function examineServer(env: Env, url: string, say: Say): Promise<void> {
  const client = new pg.Client({
    connectionString: env.DATABASE_ADMIN_URL ?? url,
    connectionTimeoutMillis: PATIENCE,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = rows[0]?.server_version ?? '';
    say(
      'database',
      Number.parseInt(version, 10) >= 15 ? 'ok' : 'fault',
      `PostgreSQL ${version}${Number.parseInt(version, 10) >= 15 ? '' : ': 15 or newer is needed'}`,
    );
    const missing = await migrationsMissing((text) => client.query(text));
    say(
      'migrations',
      missing === 0 ? 'ok' : 'note',
      missing === 0 ? 'up to date' : `${missing} to do; the next start does them`,
    );
    sayAge(
      newestCopy(env.DATA_DIR, SERVER_SUFFIX)?.at,
      'run npm run db:backup every 15 minutes, or copy the server in a way of your own',
      say,
    );
    if (missing === 0) await examineStores(env, client, say);
    await assertHumbleRole(url).then(
      () => say('database role', 'ok', 'owns nothing and sees one tenant at a time'),
      (error: unknown) => say('database role', env.production ? 'fault' : 'note', reasonOf(error)),
    );
  } catch (error) {
    say('database', 'fault', `PostgreSQL does not answer: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * When the newest copy was made. A store to which nothing is written needs no new one, so its age is for a
 * person to judge.
 */
function sayAge(at: number | undefined, advice: string, say: Say): void {
  if (at === undefined) return say('copies', 'note', `there is none yet: ${advice}`);
  const minutes = Math.max(0, Math.round((Date.now() - at) / 60_000));
  say(
    'copies',
    minutes <= DAY ? 'ok' : 'note',
    `the newest is ${minutes < 120 ? `${minutes} minutes` : minutes < 2 * DAY ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / DAY)} days`} old`,
  );
}

/** Whether somebody listens there, and for https whether it is who it says. Nothing is sent. */
async function examineReach(
  about: string,
  text: string,
  address: string,
  otherwise: Verdict,
  say: Say,
): Promise<void> {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket =
    protocol === 'https:'
      ? connectTls({ host, port: Number(port || 443), ...(isIP(host) ? {} : { servername: host }) })
      : connect({ host, port: Number(port || 80) });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', resolve).once('error', reject);
  const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE / 1_000} s`)), PATIENCE);
  await promise.then(
    () => say(about, 'ok', `${text}: it answers`),
    (error: unknown) => say(about, otherwise, `${text}: it does not answer: ${reasonOf(error)}`),
  );
  clearTimeout(timer);
  socket.destroy();
}

type Settings = {
  payment?: { card?: StripeSettings };
  marketplaces?: { authentication: { ssoEnabled: boolean } }[];
  sso?: { id: string; issuer: string; clientId: string }[];
};

/** What the stores of this database bring with them: card providers and single sign-on. */
async function examineStores(env: Env, client: pg.Client, say: Say): Promise<void> {
  const { rows } = await client.query<{ id: string; settings: Settings }>(
    'select id, settings from tenant order by id',
  );
  await examineCards(env, rows, say);
  const relay = oidcRelay({ now: () => Date.now(), date: () => new Date() }, { allowsPlain: env.sandbox });
  for (const { id, settings } of rows)
    for (const provider of waysOf(settings, false)) {
      const { promise, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE / 1_000} s`)), PATIENCE);
      await Promise.race([relay.authorizeUrl(provider), promise]).then(
        () => say(`sign-on of ${id}`, 'ok', `${provider.id} describes itself as ${provider.issuer}`),
        (error: unknown) => say(`sign-on of ${id}`, 'fault', `${provider.id}: ${reasonOf(error)}`),
      );
      clearTimeout(timer);
    }
}

const modeOf = (key: string) => /^[a-z]+_(live|test)_/.exec(key)?.[1];

/**
 * Whether this server can open the keys of each store's card provider, and whether the provider takes them.
 */
async function examineCards(
  env: Env,
  rows: readonly { id: string; settings: Settings }[],
  say: Say,
): Promise<void> {
  const file = join(env.DATA_DIR, 'keys');
  // Looking must make no keys.
  const secrets = env.SECRET_KEYS || existsSync(file) ? openSecrets(env, file) : null;
  for (const { id, settings } of rows) {
    const { card } = settings.payment ?? {};
    if (!card) continue;
    const about = `cards of ${id}`;
    try {
      if (!secrets) throw new Error('SECRET_KEYS is not set');
      const keys = {
        ...card,
        secretKey: secrets.open(card.secretKey),
        webhookSecret: secrets.open(card.webhookSecret),
      };
      // Nobody's payment: the answer that there is none is an answer.
      await stripeAcquirer(keys, { clock: Date, tenantId: id, allowsPlain: env.sandbox }).status('pi_doctor');
      // Browsers pay with the other key: that of another mode knows none of these payments.
      if (modeOf(card.publishableKey) === modeOf(keys.secretKey)) say(about, 'ok', 'Stripe takes the keys');
      else say(about, 'fault', 'publishableKey is of another mode (test, live) than secretKey');
    } catch (error) {
      say(
        about,
        'fault',
        error instanceof AcquirerFault
          ? `${error.message}: the keys are refused, or nobody answers`
          : `the keys cannot be opened here: ${reasonOf(error)}`,
      );
    }
  }
}

async function examineMail(env: Env, say: Say): Promise<void> {
  if (!env.SMTP_URL)
    return say('mail', env.production ? 'fault' : 'note', 'SMTP_URL is not set: mails stay in the outbox');
  const mailer = nodemailer.createTransport(env.SMTP_URL, {
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
  } as object); // its types leave these out beside an address
  await mailer.verify().then(
    () =>
      say(
        'mail',
        env.MAIL_FROM ? 'ok' : 'fault',
        env.MAIL_FROM ? 'the server answers' : 'MAIL_FROM is not set',
      ),
    (error: unknown) => say('mail', 'fault', `the server does not answer: ${reasonOf(error)}`),
  );
  mailer.close();
}

if (import.meta.main) {
  const findings = await examine(process.env);
  const signs: Record<Verdict, string> = { ok: '✓', note: '·', fault: '✗' };
  for (const { about, verdict, text } of findings)
    console.log(`${signs[verdict]} ${about.padEnd(16)} ${text}`);
  if (findings.some(({ verdict }) => verdict === 'fault')) process.exitCode = 1;
}
