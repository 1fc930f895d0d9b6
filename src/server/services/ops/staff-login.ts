import { and, eq } from 'drizzle-orm';
import type { StaffTokens } from '#contract/ops/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { staff } from '#server/db/schema/ops/staff.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { Staff } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Caller } from '#server/services/people/caller.ts';
import type { CodeService } from '#server/services/people/code/code.ts';
import { type StaffFactors, newSecret, stepOf } from './staff-factor.ts';
import { type StaffRow, type StaffSessions, maskedContact } from './staff-session.ts';

/** Between the first step and the second, in ms. */
const CHALLENGE = 5 * 60_000;
/** Second factors that may be tried for one person in an hour. */
const TRIES = { points: 10, seconds: 3_600 };

/** What the first step of a sign-in opens; sealed, so that it says nothing to whoever holds it. */
interface Challenge {
  use: 'staff';
  tenantId: string;
  staffId: string;
  until: number;
  /** of an app that is being set up */
  secret?: string;
}

/** Signing in on the operator's side: a code to the contact, then a second factor. Source: operator study, §4. */
export function staffLogin(
  { db, clock, secrets, limits }: Core,
  { code, factors, sessions }: { code: CodeService; factors: StaffFactors; sessions: StaffSessions },
) {
  const known = async (tx: Tx, tenantId: string, by: { contact: string } | { id: string }) =>
    (
      await tx
        .select()
        .from(staff)
        .where(
          and(eq(staff.tenantId, tenantId), 'id' in by ? eq(staff.id, by.id) : eq(staff.contact, by.contact)),
        )
    )[0];
  /** @throws ApiProblem EXPIRED_CODE for what was never given, is over or is another shop's */
  function opened(tenantId: string, challenge: string): Challenge {
    try {
      const one = JSON.parse(secrets.open(challenge)) as Challenge; // sealed below
      if (one.use === 'staff' && one.tenantId === tenantId && clock.now() < one.until) return one;
    } catch {
      // Nothing that was sealed here.
    }
    throw new ApiProblem('EXPIRED_CODE');
  }

  /**
   * Tries a second factor; tries are counted before anything is compared.
   * @throws ApiProblem INVALID_CODE with attemptsLeft, TOO_MANY_ATTEMPTS
   */
  async function trying<T>(
    tenantId: string,
    staffId: string,
    work: (tx: Tx) => Promise<T | null>,
  ): Promise<T> {
    const key = `staff:second:${tenantId}:${staffId}`;
    const { allowed, left } = await limits.take(key, TRIES);
    if (!allowed) throw new ApiProblem('TOO_MANY_ATTEMPTS');
    const done = await db.tenant(tenantId, work);
    if (done === null) throw new ApiProblem('INVALID_CODE', { attemptsLeft: left });
    await limits.forget(key);
    return done;
  }

  const contactOf = (value: string) => ({
    channel: value.includes('@') ? ('EMAIL' as const) : ('SMS' as const),
    value,
  });

  return {
    /** The answer and the work are the same for whoever is no staff. */
    async send(tenant: TenantRecord, value: string, caller: Caller) {
      const row = await db.read(tenant.id, (tx) => known(tx, tenant.id, { contact: value }));
      return code.send(tenant, { ...contactOf(value), ...(row ? {} : { isNobody: true as const }) }, caller, {
        purpose: 'staff',
        userId: row?.id ?? uuidv4(),
        boundTo: 'ops',
        text: (digits) =>
          `${digits} é o seu código para a operação de ${tenant.name}. Vale por 5 minutos. Não passe para ninguém.`,
      });
    },

    /** @throws ApiProblem the refusals of a code */
    async first(tenant: TenantRecord, value: string, digits: string, caller: Caller) {
      const staffId = await code.check(tenant, value, digits, caller, {
        purpose: 'staff',
        userId: '',
        boundTo: 'ops',
      });
      const row = await db.read(tenant.id, async (tx) => {
        const one = await known(tx, tenant.id, { id: staffId });
        return one && { ...one, isEnrolled: await factors.isEnrolled(tx, tenant.id, one.id) };
      });
      if (!row) throw new ApiProblem('EXPIRED_CODE');
      const enrolment = row.isEnrolled ? undefined : newSecret(tenant.name, maskedContact(row.contact));
      const challenge: Challenge = {
        use: 'staff',
        tenantId: tenant.id,
        staffId: row.id,
        until: clock.now() + CHALLENGE,
        ...(enrolment ? { secret: enrolment.secret } : {}),
      };
      return {
        challenge: secrets.seal(JSON.stringify(challenge)),
        isEnrolled: row.isEnrolled,
        ...(enrolment ? { enrolment } : {}),
      };
    },

    /** @throws ApiProblem EXPIRED_CODE, INVALID_CODE, TOO_MANY_ATTEMPTS */
    second(
      tenant: TenantRecord,
      challenge: string,
      text: string,
    ): Promise<StaffTokens & { recoveryCodes?: string[] }> {
      const { staffId, secret } = opened(tenant.id, challenge);
      return trying(tenant.id, staffId, async (tx) => {
        // Locked: of two that set up a factor at once, one does.
        const [row] = await tx
          .select()
          .from(staff)
          .where(and(eq(staff.tenantId, tenant.id), eq(staff.id, staffId)))
          .for('update');
        if (!row) throw new ApiProblem('EXPIRED_CODE');
        if (secret !== undefined) return enrolling(tx, tenant, row, secret, text);
        const isRight =
          text.length === 6
            ? await factors.spendDigits(tx, tenant.id, staffId, text)
            : await factors.spendRecovery(tx, tenant.id, staffId, text);
        return isRight ? sessions.open(tx, tenant, row) : null;
      });
    },

    /** @throws ApiProblem INVALID_CODE, TOO_MANY_ATTEMPTS */
    stepUp: (tenantId: string, { staffId, sessionId }: Staff, digits: string): Promise<{ until: string }> =>
      trying(tenantId, staffId, async (tx) =>
        (await factors.spendDigits(tx, tenantId, staffId, digits))
          ? { until: await sessions.prove(tx, tenantId, sessionId) }
          : null,
      ),
  };

  async function enrolling(tx: Tx, tenant: TenantRecord, row: StaffRow, secret: string, digits: string) {
    if (await factors.isEnrolled(tx, tenant.id, row.id)) throw new ApiProblem('EXPIRED_CODE');
    const step = stepOf(secret, digits, clock.now());
    if (step === null) return null;
    const recoveryCodes = await factors.enrol(tx, tenant.id, row.id, secret, step);
    return { ...(await sessions.open(tx, tenant, row)), recoveryCodes };
  }
}
