import { type EventObject, type NonReducibleUnknown, fromCallback, fromPromise } from 'xstate';
import { NetworkFault, isProblem } from '#contract/fault.ts';
import type { ProblemCode } from '#contract/problem-list.ts';

/**
 * A call that a chart needs and does not make itself. The placeholder fails loudly; src/actors provides the
 * real one under the same name.
 * Ports reject with ApiProblem for a refusal the contract names and with NetworkFault when no answer came;
 * anything else is a bug.
 */
export const port = <Output, Input extends NonReducibleUnknown = Record<string, never>>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`port ${name} not wired`)));

/**
 * Something outside that reports by itself, such as the network. Unwired it is silent, which is what a server
 * wants.
 */
export const source = <Event extends EventObject, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  _name: string,
) => fromCallback<EventObject, Input, Event>(() => {});

/** What a guard or an action takes of its event: all of it, or what a finished actor hands out. */
export const fromEvent = <E>({ event }: { event: E }): E => event;
export const fromOutput = <O>({ event }: { event: { output: O } }): O => event.output;
/** What a failed call is to a chart: see the guards below. */
export type Failure = { error: unknown };
export const failure = ({ event }: { event: { error: unknown } }): Failure => ({ error: event.error });
/** No answer came: wait and try again, never conclude anything from it. */
export const isFault = (_: unknown, { error }: Failure): boolean => error instanceof NetworkFault;
/** A guard that holds for the refusals named. */
export const isRefusedAs =
  (...codes: ProblemCode[]) =>
  (_: unknown, { error }: Failure): boolean =>
    isProblem(error, ...codes);

/** The sign-in is over: no renewal helped, and only the way in does. */
export const isSignedOut = isRefusedAs('UNAUTHENTICATED', 'TOKEN_REVOKED', 'TOKEN_EXPIRED');

/** So often in a row somebody else may be quicker before the person is asked. */
const MOST_TRIES = 5;
/** Somebody else was quicker: the change is made again, on what they left. */
export const isOvertaken = ({ context }: { context: { failures: number } }, { error }: Failure): boolean =>
  isProblem(error, 'VERSION') && context.failures < MOST_TRIES;

/**
 * The longest delay that setTimeout keeps, ms: anything above 2^31−1 (24.8 days) fires at once. A capped
 * timer leads to a state that looks again.
 */
export const LONGEST_DELAY = 2_147_483_647;
/** A delay that setTimeout can keep, ms. */
export const capped = (ms: number): number => Math.min(Math.max(0, ms), LONGEST_DELAY);
/** Waiting time after failures, ms: 1 s, 2 s, 4 s … up to `longest`. */
export const backOffAfter = (failures: number, longest: number): number =>
  Math.min(longest, 1_000 * 2 ** Math.max(0, failures - 1));
/**
 * A polling interval with 0 to 10 % added, so that browsers do not knock together; never sooner than `every`.
 * Source: D75.
 */
export const jittered = (every: number, jitter: number): number =>
  Math.round(every * (1 + Math.min(1, Math.max(0, jitter)) / 10));
/** The longest wait between two tries of a polling chart, ms. Source: REL-18. */
export const LONGEST_POLL_GAP = 15 * 60_000;

/** Sends a call again that got no answer: after a while, when the network is back, when the person asks. */
export const retry = <T extends string>(target: T) =>
  ({
    after: { backOff: target },
    on: { 'network.restored': target, 'load.retried': target },
  }) as const;
/**
 * The same for a chart that hears when its page comes back from the browser's memory: no timer survives that.
 */
export const retryOnReturn = <T extends string>(target: T) =>
  ({
    after: { backOff: target },
    on: { 'network.restored': target, 'load.retried': target, restored: target },
  }) as const;
