import { createHmac } from 'node:crypto';
import { pickupCodeFrom } from '#domain/order/pickup-code.ts';
import type { Core } from '#server/platform/core.ts';

/**
 * The pickup code of one order or part, by each key that is still believed, the newest first; nothing of it
 * is kept.
 */
export const pickupCodes =
  ({ secrets }: Pick<Core, 'secrets'>) =>
  (tenantId: string, id: string): string[] =>
    secrets
      .keys('pickup')
      .map(({ key }) => pickupCodeFrom(createHmac('sha256', key).update(`${tenantId} ${id}`).digest()));
