import { createClient } from '#api/client.ts';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';

type Answers = Record<string, unknown>;
/**
 * A client of an API that answers by method and path; anything else is not found. `null` is an empty answer,
 * an error the network's.
 */
export function apiOf(answers: Answers) {
  const sent: Request[] = [];
  const asked: string[] = [];
  const api = createClient({
    base: 'http://shop.test',
    app: 'client',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      sent.push(request.clone());
      asked.push(`${request.method} ${pathname}${search}`);
      const answer = answers[`${request.method} ${pathname}`];
      if (answer instanceof Error) throw answer;
      if (answer instanceof Response) return answer.clone();
      const missing = {
        type: 'about:blank',
        title: 'x',
        status: 404,
        code: 'NOT_FOUND',
        retryable: false,
        requestId: 'q',
      };
      return answer === undefined ? Response.json(missing, { status: 404 }) : Response.json(answer);
    },
  });
  return { api, sent, asked };
}
/** What a port answers, or throws. */
export const run = (logic: AnyActorLogic, input: object = {}): Promise<unknown> => {
  const actor = createActor(logic, { input });
  // The actor reports a refusal to whoever waits for it, which is the test.
  actor.subscribe({ error: () => undefined });
  const done = toPromise(actor);
  actor.start();
  return done as Promise<unknown>;
};
