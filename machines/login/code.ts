import type { FlowProblem } from '#machines/flow-problem.ts';
import { capped, isFault, isRefusedAs, port } from '#machines/port.ts';
import type { Renewal } from '#machines/session/token.machine.ts';

/** A one-time code, as the sign-in and the proof in place both send, check and send again. */

export type Channel = 'phone' | 'email';
/** Whom to send to, in the form of the wire; one of the two is null. */
export interface Contact {
  channel: Channel;
  phone: string | null;
  /** of the phone */
  ddi: string;
  isoCode: string;
  email: string | null;
}
/**
 * A code is on its way: seconds until another may be asked for and until it is void; `at` in epoch ms of the
 * shop's clock.
 */
export interface CodeSent {
  resendAfter: number;
  expiresIn: number;
  at: number;
}
/** epoch ms of the shop's clock */
export interface Wait {
  /** when another code may be asked for */
  resendAt: number;
  /** the last moment that the chart was told of */
  now: number;
}

export const codeActors = {
  sendCode: port<CodeSent, Contact>('sendCode'),
  signIn: port<Renewal, { username: string; code: string }>('signIn'),
  readClock: port<{ now: number }>('readClock'),
};
export const codeGuards = {
  isCode: (_: unknown, { code }: { code: string }): boolean => /^\d{6}$/.test(code),
  isFault,
  isTooSoon: isRefusedAs('TOO_MANY_CODES'),
};
export const untilResend = ({ context }: { context: Wait }): number => capped(context.resendAt - context.now);

export const waitAfter = ({ at, resendAfter }: CodeSent): Wait => ({
  resendAt: at + resendAfter * 1_000,
  now: at,
});
/**
 * What the server said of waiting counts from the first moment that the clock tells after it: who looks again later
 * waits no longer.
 */
export function waitFrom(
  now: number,
  resendAt: number,
  problem: FlowProblem | null,
): Wait & { problem: FlowProblem | null } {
  if (problem?.code !== 'TOO_MANY_CODES' || problem.retryAfter === undefined)
    return { now, resendAt, problem };
  const { retryAfter, countedFrom = now } = problem;
  return { now, resendAt: countedFrom + retryAfter * 1_000, problem: { ...problem, countedFrom } };
}

export const clockRead = {
  type: 'noteTime',
  params: ({ event }: { event: { output: { now: number } } }) => event.output,
} as const;
export const codeOut = {
  type: 'noteSent',
  params: ({ event }: { event: { output: CodeSent } }) => event.output,
} as const;
/** A code that is whole goes on to be checked. */
export const ifCode = {
  type: 'isCode',
  params: ({ event }: { event: { code: string } }) => event,
} as const;

/**
 * The states of the wait until another code may be asked for. A timer counts from a moment that is known: none
 * survives a restore, and a reload knows only when the code was sent.
 */
export const untilAnother = <const Then extends string>(then: Then) =>
  ({
    counting: {
      description: 'A loja vê que horas são no servidor para saber quanto falta para outro código.',
      invoke: {
        id: 'clock',
        src: 'readClock',
        input: {},
        onDone: { target: 'waiting', actions: clockRead },
        // The store knows the time, and says how long to wait where it is too early.
        onError: then,
      },
    },
    waiting: {
      description: 'O tempo até poder pedir outro código está correndo.',
      after: { untilResend: then },
      on: { restored: 'counting' },
    },
  }) as const;
