import { isMobile } from '#contract/people/phone.ts';
import type { NewOrder } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';

const NEEDS_MOBILE = 'Use um celular do Brasil, ou diga também um e-mail.';

/** Whether a code reaches somebody: by it an order without an account is opened again, and claimed. */
const isReached = (phone: string | null, email: string | null) =>
  email !== null || (phone !== null && isMobile(phone));

/**
 * A contact that is changed still reaches its guest. Source: D50.
 * @param row the order as it would be
 * @throws ApiProblem MALFORMED
 */
export function assertStillReached(
  {
    accountId,
    userPhone,
    email,
  }: { accountId: string | null; userPhone: string | null; email: string | null },
  field: string,
): void {
  if (accountId === null && !isReached(userPhone, email))
    throw new ApiProblem('MALFORMED', { fields: [{ field, message: NEEDS_MOBILE }] });
}

/**
 * Somebody without an account is found again by their contact alone, and agreed to nothing before: both come
 * with the order. Source: D50, D74.
 * @throws ApiProblem MALFORMED
 */
export function assertGuest(
  { settings }: TenantRecord,
  { userPhone, email, privacyVersion }: Pick<NewOrder, 'userPhone' | 'email' | 'privacyVersion'>,
): void {
  const fields = [];
  if (userPhone === undefined)
    fields.push({ field: 'userPhone', message: 'Diga um celular para falarmos do pedido.' });
  else if (!isReached(userPhone, email ?? null)) fields.push({ field: 'userPhone', message: NEEDS_MOBILE });
  if (privacyVersion !== settings.legal.privacy.version)
    fields.push({ field: 'privacyVersion', message: 'Leia e aceite o aviso de privacidade.' });
  if (fields.length) throw new ApiProblem('MALFORMED', { fields });
}

/** Which words a guest agreed to, for which order. */
export const noteGuestConsent = (
  tx: Tx,
  clock: Clock,
  tenantId: string,
  leadId: string,
  orderId: string,
  version: string,
) =>
  tx.insert(audit).values({
    tenantId,
    id: uuidv7(clock.now()),
    at: clock.date(),
    actor: `lead:${leadId}`,
    action: 'privacy.accepted',
    target: `order:${orderId}`,
    data: { version },
  });
