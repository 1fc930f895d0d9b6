import { and, eq, inArray, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { staffFactor } from '#server/db/schema/ops/staff.ts';
import { orderCode, uuidv7 } from '#server/platform/ids.ts';

/** Seconds that six digits live; the ones before and after count as well, for telephones whose clock is off. */
const PERIOD = 30;
const WINDOW = 1;
const RECOVERY_CODES = 10;

/** Six digits of an app for a secret (base32). Source: RFC 6238. */
export const digitsAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD }).generate({ timestamp: at });

/** The step of which six digits are, or null when they are of none near this moment. */
export function stepOf(secret: string, digits: string, at: number): number | null {
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD }).validate({
    token: digits,
    timestamp: at,
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(at / 1_000 / PERIOD) + delta;
}

/** A new secret, and the address that an app reads it from (`otpauth://…`). */
export function newSecret(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ issuer, label, secret, period: PERIOD }).toString() };
}

/** Second factors of staff. Source: operator study, §6; RFC 6238 §5.2. */
export function staffFactors({ clock, secrets }: Pick<Core, 'clock' | 'secrets'>) {
  const own = (tenantId: string, staffId: string, kind: 'TOTP' | 'RECOVERY') =>
    and(eq(staffFactor.tenantId, tenantId), eq(staffFactor.staffId, staffId), eq(staffFactor.kind, kind));
  const appsOf = (tx: Tx, tenantId: string, staffId: string) =>
    tx
      .select()
      .from(staffFactor)
      .where(own(tenantId, staffId, 'TOTP'));

  return {
    isEnrolled: async (tx: Tx, tenantId: string, staffId: string) =>
      (await appsOf(tx, tenantId, staffId)).length > 0,

    /** The secret of somebody's app; of the sandbox's demo people. */
    async secretOf(tx: Tx, tenantId: string, staffId: string): Promise<string | null> {
      const [app] = await appsOf(tx, tenantId, staffId);
      return app ? secrets.open(app.secret) : null;
    },

    /** Spends six digits: a step that was used, or one before it, opens nothing. */
    async spendDigits(tx: Tx, tenantId: string, staffId: string, digits: string): Promise<boolean> {
      for (const app of await appsOf(tx, tenantId, staffId)) {
        const step = stepOf(secrets.open(app.secret), digits, clock.now());
        if (step === null) continue;
        const spent = await tx
          .update(staffFactor)
          .set({ lastStep: step })
          .where(
            and(
              eq(staffFactor.tenantId, tenantId),
              eq(staffFactor.id, app.id),
              lt(staffFactor.lastStep, step),
            ),
          )
          .returning({ id: staffFactor.id });
        if (spent.length > 0) return true;
      }
      return false;
    },

    /** Spends a recovery code. */
    spendRecovery: async (tx: Tx, tenantId: string, staffId: string, code: string): Promise<boolean> =>
      (
        await tx
          .delete(staffFactor)
          .where(
            and(
              own(tenantId, staffId, 'RECOVERY'),
              inArray(staffFactor.secret, secrets.hashes('staff', code)),
            ),
          )
          .returning({ id: staffFactor.id })
      ).length > 0,

    /** Keeps an app's secret, with its first step spent. @returns the recovery codes, to be shown once */
    async enrol(tx: Tx, tenantId: string, staffId: string, secret: string, step: number): Promise<string[]> {
      const common = { tenantId, staffId, createdAt: clock.date() };
      const codes = Array.from({ length: RECOVERY_CODES }, () => orderCode().slice(0, 10));
      await tx.insert(staffFactor).values([
        {
          ...common,
          id: uuidv7(clock.now()),
          kind: 'TOTP',
          secret: secrets.seal(secret),
          lastStep: step,
        },
        ...codes.map((code) => ({
          ...common,
          id: uuidv7(clock.now()),
          kind: 'RECOVERY' as const,
          secret: secrets.hash('staff', code),
        })),
      ]);
      return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
    },

    /** Takes every factor away: the next sign-in sets up a new one. */
    forget: (tx: Tx, tenantId: string, staffId: string): Promise<unknown> =>
      tx
        .delete(staffFactor)
        .where(and(eq(staffFactor.tenantId, tenantId), eq(staffFactor.staffId, staffId)))
        .execute(),
  };
}
export type StaffFactors = ReturnType<typeof staffFactors>;
