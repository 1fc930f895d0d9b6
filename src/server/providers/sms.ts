/** The gateway does not want this message: it is there. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused';
}

/**
 * Sends an SMS through any gateway that takes `{to, text}` as JSON with a bearer token.
 * @throws SmsRefused, Error when it does not answer 2xx within 5 s; the job tries again
 */
export function httpSmsSender(
  url: string,
  token: string | undefined,
): (sms: { to: string; text: string }) => Promise<void> {
  return async ({ to, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(5_000),
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
    });
    if (!answer.ok)
      throw new (answer.status < 500 && answer.status !== 429 ? SmsRefused : Error)(
        `the SMS gateway answered ${answer.status}`,
      );
  };
}
