import type * as v from 'valibot';
import type { OpsAction } from './ops/role.ts';
import type { ProblemCode } from './problem-list.ts';

type Schema = v.GenericSchema;

/**
 * Who may call. `public`: nobody in particular, a bearer is ignored. `optional`: public, but a bearer or lead
 * secret widens the answer.
 * `bearer`: a client. `lead`: a visitor's lead secret (X-Lead-Secret). `buyer`: a bearer or a lead secret.
 * `signup`: the one-time sign-up grant (X-Signup-Grant).
 * `staff`: a bearer of the operator's side, whose role allows the call's `action`.
 * `internal`: sandbox buttons and signed webhooks; never part of the shop's client.
 */
export type Audience = 'public' | 'optional' | 'bearer' | 'lead' | 'buyer' | 'signup' | 'staff' | 'internal';

export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** RFC 6570 level 1: `/api/users/leads/{id}` */
  readonly path: string;
  readonly audience: Audience;
  /** Of a `staff` call: what it does there; who may is the table of roles. */
  readonly action?: OpsAction;
  readonly params?: Schema;
  /**
   * Query values arrive as strings or lists of strings; the schema turns them into what the service needs.
   */
  readonly query?: Schema;
  readonly body?: Schema;
  /** Most bytes of a body, where the usual limit (SEC-31) would not do. */
  readonly bodyBytes?: number;
  readonly headers?: readonly string[];
  readonly response?: Schema;
  readonly status: 200 | 201 | 202 | 204;
  /** Other success statuses: 204 for an empty list, 202 for what waits for another person. */
  readonly also?: readonly (200 | 202 | 204)[];
  /** What it refuses of itself; `refusalsOf` (refusals.ts) adds what its audience and its parts imply. */
  readonly problems: readonly ProblemCode[];
  /** One sentence for people who read the OpenAPI document. */
  readonly summary: string;
  /** Where it comes from: a section of the specification or a decision. */
  readonly source: string;
  /** Seconds a shared cache may keep an anonymous answer. */
  readonly cache?: number;
}

/** Declares one call of the API. Both the browser's client and the server's routes are made from it. */
// @__NO_SIDE_EFFECTS__ so that a bundle keeps only the calls it makes
export function endpoint<const E extends Endpoint>(descriptor: E): E {
  return descriptor;
}

type Read<S> = S extends Schema ? v.InferOutput<S> : undefined;
type Sent<S> = S extends Schema ? v.InferInput<S> : undefined;

/** What a server handler receives: validated and converted. */
export interface Received<E extends Endpoint> {
  params: Read<E['params']>;
  query: Read<E['query']>;
  body: Read<E['body']>;
}

type Given<K extends string, S> = S extends Schema ? { [P in K]: v.InferInput<S> } : { [P in K]?: undefined };

/** What a caller passes: the wire form, before conversion. */
export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']> & {
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

/** What a caller gets: the wire answer after validation. */
export type Answer<E extends Endpoint> = Read<E['response']>;
/** What a handler returns: the wire form of the answer. */
export type Reply<E extends Endpoint> = Sent<E['response']>;
