import type { StatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';
import type { Endpoint, Received, Reply } from '#contract/endpoint.ts';
import { staffRenew } from '#contract/ops/session.ts';
import { renew } from '#contract/people/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import { ANYWHERE, refusalsOf } from '#contract/refusals.ts';
import type { App, AppContext } from './app-env.ts';
import { fieldsOf } from './malformed.ts';
import type { Authenticator, Principal, StaffDoor } from '#server/platform/principal.ts';
import { assertStorable, readJson } from './request-body.ts';
import { etagOf, isKnown } from './kept-answer.ts';

/**
 * A reply that is JSON text already, made of parts that are kept: long lists that differ for everybody in
 * little.
 */
export class SerializedJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A reply that says that it is taken, and not done yet: 202. */
export class Accepted<T> {
  readonly reply: T;
  constructor(reply: T) {
    this.reply = reply;
  }
}

type Replied<E extends Endpoint> = Reply<E> | Accepted<Reply<E>> | Response | SerializedJson | undefined;
type Handler<E extends Endpoint> = (input: Received<E>, c: AppContext) => Replied<E> | Promise<Replied<E>>;

/** What `serve` needs besides the app; given once when the app is made. */
export interface Serving {
  authenticator: Authenticator;
  staffDoor: StaffDoor;
  /**
   * Compares every reply and refusal with the contract. On in tests: in production it would cost more than
   * the reply.
   */
  checkReplies: boolean;
  /**
   * Everything that was registered, in order: the OpenAPI document and the authorisation matrix are made from
   * it.
   */
  endpoints: Endpoint[];
}

const servings = new WeakMap<App, Serving>();
/** Prepares an app for `serve`. */
export const prepareServing = (app: App, serving: Serving): void => void servings.set(app, serving);
/** What was registered on an app so far. */
export const endpointsOf = (app: App): readonly Endpoint[] => servings.get(app)?.endpoints ?? [];

/**
 * Registers one call of the contract: reads and checks what came, checks who calls (by registration, never by
 * looking at the path), runs the handler, writes the answer.
 * The handler returns the wire reply (written already, where that is cheaper), nothing for 204, or a Response
 * that passes as it is. Refusals are thrown as ApiProblem.
 */
export function serve<const E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>): void {
  const serving = servings.get(app);
  if (!serving) throw new Error('prepareServing comes before serve');
  serving.endpoints.push(endpoint);
  app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
    c.set('route', endpoint.path);
    try {
      // Who before what: a stranger learns nothing about the shape of a call.
      const principal = await admit(serving, endpoint, c);
      if (principal) c.set('principal', principal);
      const input = await receive(endpoint, c);
      if (endpoint.cache !== undefined && !c.var.tenant.intranet && !principal)
        c.set('cacheable', { seconds: endpoint.cache, forAll: endpoint.audience === 'public' });
      const reply = await handler(input, c);
      if (reply instanceof Response) return reply;
      return reply instanceof Accepted
        ? answer(serving, { ...endpoint, status: 202 }, reply.reply, c)
        : answer(serving, endpoint, reply, c);
    } catch (error) {
      if (serving.checkReplies) assertNamed(endpoint, error);
      throw error;
    }
  });
}

/** A refusal that the contract does not name is one that no caller is ready for. */
function assertNamed(endpoint: Endpoint, error: unknown): void {
  if (
    !(error instanceof ApiProblem) ||
    ANYWHERE.includes(error.code) ||
    refusalsOf(endpoint).includes(error.code)
  )
    return;
  throw new Error(`${endpoint.name} refused as ${error.code}, which its contract does not name`, {
    cause: error,
  });
}

function answer(serving: Serving, endpoint: Endpoint, reply: unknown, c: AppContext): Response {
  if (reply === undefined) {
    if (endpoint.status !== 204 && !endpoint.also?.includes(204))
      throw new Error(`${endpoint.name} answered nothing`);
    return c.body(null, 204);
  }
  if (serving.checkReplies && endpoint.response) {
    const checked = v.safeParse(
      endpoint.response,
      reply instanceof SerializedJson ? JSON.parse(reply.text) : reply,
    );
    if (!checked.success)
      throw new Error(
        `${endpoint.name} answered against its contract: ${checked.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.type}`).join(', ')}`,
      );
  }
  c.header('Content-Type', 'application/json');
  const body = reply instanceof SerializedJson ? reply.text : JSON.stringify(reply);
  // Kept by no cache, but whoever polls it and still has it is spared the bytes (D75). What is the same for
  // everybody gets its tag where it is kept.
  if (c.req.method === 'GET' && !c.var.cacheable) {
    const etag = etagOf(body);
    c.header('ETag', etag);
    if (isKnown(etag, c.req.header('If-None-Match'))) return c.body(null, 304);
  }
  // A short one passes without being looked into.
  c.header('Content-Length', String(Buffer.byteLength(body)));
  return c.body(body, endpoint.status as StatusCode as 200); // statuses of the contract carry a body here
}

/**
 * Reads params, query and body by the descriptor. Unknown keys are dropped.
 * @throws ApiProblem MALFORMED, TOO_LARGE
 */
async function receive<E extends Endpoint>(endpoint: E, c: AppContext): Promise<Received<E>> {
  const parts: [keyof Received<Endpoint>, Endpoint['params'], () => unknown][] = [
    ['params', endpoint.params, () => c.req.param()],
    ['query', endpoint.query, () => queryOf(c)],
    ['body', endpoint.body, () => readJson(c, endpoint.bodyBytes)],
  ];
  const received: { params?: unknown; query?: unknown; body?: unknown } = {};
  for (const [part, schema, read] of parts) {
    if (!schema) continue;
    if (part === 'query') assertStorable(queryOf(c));
    const given = await read();
    // To Valibot a list is an object without keys.
    const parsed = v.safeParse(schema, Array.isArray(given) && schema.type !== 'array' ? null : given, {
      abortPipeEarly: true,
    });
    if (!parsed.success) throw new ApiProblem('MALFORMED', { fields: fieldsOf(parsed.issues) });
    received[part] = parsed.output;
  }
  return received as Received<E>; // each part was parsed by the schema that its type comes from
}

/** A key that comes once is a string, one that repeats is a list. */
function queryOf(c: AppContext): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [
      key,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  );
}

/** Who calls, as far as the call wants to know. @throws ApiProblem for a missing or unfit credential */
async function admit(
  { authenticator, staffDoor }: Serving,
  endpoint: Endpoint,
  c: AppContext,
): Promise<Principal | undefined> {
  const tenantId = c.var.tenant.id;
  const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const secret = c.req.header('X-Lead-Secret');
  const client = () => {
    if (bearer === undefined) throw new ApiProblem('UNAUTHENTICATED');
    return authenticator.client(tenantId, bearer);
  };
  const lead = () => {
    if (secret === undefined) throw new ApiProblem('NOT_FOUND');
    return authenticator.lead(tenantId, secret);
  };
  // Nothing of a company store is shown without sign-in, whatever the page's guard does (SEC-16).
  // A renewal brings a proof of its own: the refresh token, whose bearer has ended.
  const isClosed =
    c.var.tenant.intranet &&
    endpoint !== renew &&
    endpoint !== staffRenew &&
    endpoint.problems.includes('UNAUTHENTICATED');
  switch (endpoint.audience) {
    case 'bearer':
      return client();
    case 'lead':
      if (isClosed) throw new ApiProblem('UNAUTHENTICATED');
      return lead();
    case 'buyer':
      return bearer === undefined && secret !== undefined && !c.var.tenant.intranet ? lead() : client();
    case 'signup': {
      const grant = c.req.header('X-Signup-Grant');
      if (grant === undefined) throw new ApiProblem('SIGNUP_GRANT');
      return authenticator.signup(tenantId, grant);
    }
    case 'optional':
      if (bearer !== undefined || isClosed) return client();
      return secret === undefined ? undefined : lead();
    case 'public':
      if (isClosed) await client();
      return undefined;
    case 'staff':
      if (bearer === undefined || !endpoint.action) throw new ApiProblem('UNAUTHENTICATED');
      c.set('staff', await staffDoor.enter(tenantId, bearer, endpoint.action));
      return undefined;
    case 'internal':
      return undefined;
  }
}
