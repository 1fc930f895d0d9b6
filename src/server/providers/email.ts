import { createTransport } from 'nodemailer';

export interface Email {
  to: string;
  subject: string;
  text: string;
  /** A page that takes back what was agreed to; by a POST at once, which mail programs offer as a button. */
  stop?: string | undefined;
}

/**
 * A mail server may take this long, in ms; together below the minute after which a job is given to somebody
 * else, and sent twice.
 */
const PATIENCE = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
};

/**
 * The mail server spoke, and said no to this mail alone; 421 closes its door to everybody (RFC 5321 §3.8).
 */
export const isMailRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode !== 421;

/**
 * Sends mail by SMTP.
 * @param url `smtp://user:password@host:port`
 * @throws the transport's error; the job tries again
 */
export function smtpSender(url: string, from: string): (email: Email) => Promise<void> {
  const transport = createTransport({ url, ...PATIENCE });
  return async ({ to, subject, text, stop }) => {
    // RFC 2369, RFC 8058
    const headers =
      stop === undefined
        ? {}
        : { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    await transport.sendMail({ from, to, subject, text, headers });
  };
}
