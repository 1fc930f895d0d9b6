import { type Client, type ClientOptions, createClient } from '#api/client.ts';
import type { Credentials } from '#api/credentials.ts';

/** An answer in JSON. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const nobody: Credentials = {
  bearer: () => null,
  renew: () => Promise.resolve(null),
  leadSecret: () => null,
  signupGrant: () => null,
};
/**
 * A client of the API whose network gives these answers in turn, the last of them for ever. `sent` is what it
 * asked.
 */
export const client = (
  answers: (Response | Error)[],
  credentials: Partial<Credentials> = {},
  options: Partial<ClientOptions> = {},
): { client: Client; sent: Request[] } => {
  const sent: Request[] = [];
  const fetch = (request: Request) => {
    sent.push(request);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(answer ? answer.clone() : json({}));
  };
  return {
    sent,
    client: createClient({
      base: 'http://shop.test',
      app: 'client',
      fetch,
      credentials: { ...nobody, ...credentials },
      sleep: () => Promise.resolve(),
      random: () => 0,
      ...options,
    }),
  };
};
