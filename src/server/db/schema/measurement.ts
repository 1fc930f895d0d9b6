import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { tenantId } from './columns.ts';

/**
 * How often something happened on a day. Counted, never listed: no row says who, or what came after what
 * (PRV-05).
 */
export const measurement = pgTable(
  'measurement',
  {
    tenantId: tenantId(),
    /** Day in São Paulo, `YYYY-MM-DD`. */
    day: text('day').notNull(),
    /** The literal name: `signIn`, `sms_verification_timer`, `screens`, `purchase`, `checkout.entered` … */
    name: text('name').notNull(),
    /**
     * The method, the screen, the step; seconds are rounded up to tens. Of the checkout a state, with what it was left
     * by or the step of the time in it.
     */
    value: text('value').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.day, t.name, t.value] }),
    index('measurement_by_name').on(t.tenantId, t.name, t.day),
  ],
);
