import { createHash } from 'node:crypto';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { type Limit, networkOf } from '#server/platform/limits.ts';
import type { Caller, Contact } from '#server/services/people/caller.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** Seconds between two codes to one contact. Source: D2. */
export const PAUSE = 60;
/** Sends per contact (SEC-04). */
const SENDS = [
  { name: '1m', points: 1, seconds: PAUSE },
  { name: '10m', points: 3, seconds: 10 * MINUTE },
  { name: '1h', points: 5, seconds: HOUR },
  { name: '1d', points: 10, seconds: DAY },
] as const;
/** Wrong codes per contact, across resends (SEC-02). */
const FAILURES = [
  { name: '1h', points: 10, seconds: HOUR },
  { name: '1d', points: 20, seconds: DAY },
] as const;
/**
 * Different numbers of one hundred in an hour after which somebody is told: wherever a row begins, it is
 * noticed within twenty (SEC-04).
 */
const IN_A_ROW = 10;
/** Codes of one tenant in a day: an upper bound on what a flood can cost (SEC-04). */
const TENANT_DAY = 20_000;
/** Leading zero bits of a solved puzzle: a second or so of a cheap phone. */
const PUZZLE_BITS = 16;

/** How often codes are sent and guessed, by contact, address, device and tenant. Source: SEC-01 to SEC-05. */
export function codeLimits({ clock, limits, secrets, env, log, metrics }: Core) {
  // Testers share one machine: limits by address and device are multiplied there, limits by contact are not.
  const scaledLimit = env.sandbox ? 1_000 : 1;
  const deviceLimit = { points: 10 * scaledLimit, seconds: HOUR };
  const tenantLimit = { points: 2_000 * scaledLimit, seconds: HOUR };
  const named = (kind: string, tenantId: string, contact: string, name: string) =>
    `${kind}:${tenantId}:${secrets.hash('code', contact)}:${name}`;

  const addressLimit = { points: 300 * scaledLimit, seconds: HOUR };
  const addressKey = (kind: string, { ip }: Caller) => `${kind}:ip:${networkOf(ip)}`;

  /**
   * Beyond the budget of an address a puzzle is asked for, never a refusal: carriers put a city behind one
   * address (SEC-03).
   */
  async function askProof(kind: string, caller: Caller): Promise<void> {
    const seed = secrets.hash(
      'device',
      `${addressKey(kind, caller)}:${Math.floor(clock.now() / (HOUR * 1_000))}`,
    );
    const isSolved =
      caller.proof !== undefined &&
      solves(seed, caller.proof) &&
      (await limits.take(`${kind}:proof:${seed}:${caller.proof}`, { points: 1, seconds: HOUR })).allowed;
    if (!isSolved) throw new ApiProblem('PROOF_OF_WORK', { detail: `${PUZZLE_BITS}:${seed}`, retryAfter: 1 });
  }

  /**
   * Numbers that stand in a row are asked for by whoever earns from messages, not by people. One line in the
   * log an hour for each hundred numbers (SEC-04).
   */
  async function watchRow(tenantId: string, phone: string): Promise<void> {
    const row = secrets.hash('code', `row ${phone.slice(0, -2)}`);
    const limit = { points: IN_A_ROW * scaledLimit, seconds: HOUR };
    const { left } = await limits.take(`send:row:${tenantId}:${row}`, limit);
    if (
      left > 0 ||
      !(await limits.take(`send:row:told:${tenantId}:${row}`, { points: 1, seconds: HOUR })).allowed
    )
      return;
    log.warn(
      { alarm: 'sequential_numbers', tenant: tenantId, numbers: limit.points },
      'codes are asked for numbers in a row',
    );
    metrics.alarm('sequential_numbers');
  }

  /** Gives attempts back that turned out not to be failures. */
  const refund = async (keys: readonly (readonly [string, Limit])[]) => {
    for (const [key, limit] of keys) await limits.take(key, limit, -1);
  };

  return {
    /** Counts one code to be sent. @throws ApiProblem TOO_MANY_CODES, PROOF_OF_WORK */
    async countSend(tenantId: string, contact: Contact, caller: Caller): Promise<void> {
      if (!(await limits.take(addressKey('send', caller), addressLimit)).allowed)
        await askProof('send', caller);
      const within = async (key: string, limit: Limit) => {
        const taken = await limits.take(key, limit);
        if (!taken.allowed) throw new ApiProblem('TOO_MANY_CODES', { retryAfter: taken.retryAfter });
        return taken;
      };
      if (caller.device) await within(`send:device:${caller.device}`, deviceLimit);
      let isNew = true;
      for (const limit of SENDS) {
        const { left } = await within(named('send', tenantId, contact.value, limit.name), limit);
        isNew = left === limit.points - 1;
      }
      // Last: what is refused leaves the day's messages to the others.
      await within(`send:tenant:${tenantId}`, { points: TENANT_DAY * scaledLimit, seconds: DAY });
      if (contact.channel === 'SMS' && isNew) await watchRow(tenantId, contact.value);
    },

    /**
     * Counts one guess before anything is compared, so that a crowd of guesses finds no more room than a row
     * of them.
     * @param contact null where none is known: a link that nobody was sent
     * @returns gives back what was no failure
     * @throws ApiProblem TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS, PROOF_OF_WORK
     */
    async countGuess(tenantId: string, contact: string | null, caller: Caller) {
      const contactKeys =
        contact === null
          ? []
          : FAILURES.map((limit) => [named('fail', tenantId, contact, limit.name), limit] as const);
      const shared = [
        [`fail:tenant:${tenantId}`, tenantLimit],
        ...(caller.device ? [[`fail:device:${caller.device}`, deviceLimit] as const] : []),
      ] as const;
      // First the address, so that one of them cannot use up what all share. A puzzle asked for after the
      // comparison would let every right guess through.
      if (!(await limits.take(addressKey('fail', caller), addressLimit)).allowed)
        await askProof('fail', caller);
      for (const [key, limit] of shared)
        if (!(await limits.take(key, limit)).allowed)
          throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: HOUR });
      for (const [at, [key, limit]] of contactKeys.entries()) {
        if ((await limits.take(key, limit)).allowed) continue;
        await refund(contactKeys.slice(0, at + 1));
        throw new ApiProblem('TOO_MANY_ATTEMPTS');
      }
      return {
        /** The code was right. */
        refundAll: () => refund([...contactKeys, ...shared, [addressKey('fail', caller), addressLimit]]),
        /**
         * Nothing was compared. A contact's own budget counts comparisons only: guesses at a code that was
         * never sent would else shut its owner out.
         */
        refundContact: () => refund(contactKeys),
      };
    },
  };
}

function solves(seed: string, nonce: string): boolean {
  const digest = createHash('sha256').update(`${seed}.${nonce}`).digest();
  return nonce.length <= 40 && digest.readUInt32BE(0) >>> (32 - PUZZLE_BITS) === 0;
}
export type CodeLimits = ReturnType<typeof codeLimits>;
