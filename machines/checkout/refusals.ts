import { problemOf } from '#machines/flow-problem.ts';
import { isRefusedAs } from '#machines/port.ts';

/** What the server's refusals of a purchase are about. */

/**
 * Refusals that lead back to where the order is delivered: of the order itself, and of its lock by what they
 * say.
 */
export const ofPlace = ['AREA', 'ADDRESS', 'WINDOW'] as const;
/** Refusals that lead back to how the order is paid. */
export const ofPayment = ['PAYMENT_METHOD', 'BALANCE'] as const;
export const sentToPay: readonly string[] = ofPayment;
export const sentBack: readonly string[] = [...ofPlace, 'LOCK', 'MALFORMED'];

/** What is wrong with what was sent, where that is why it was refused. */
export const fieldsOf = (error: unknown): string[] =>
  isRefusedAs('MALFORMED')(null, { error }) ? (problemOf(error).fields ?? []).map(({ field }) => field) : [];
/** Of an order, what a guest said of themselves. */
export const ofGuest = ['userName', 'userPhone', 'privacyVersion', 'properties.account.cpf'];
