import { pgTable, text } from 'drizzle-orm/pg-core';
import { flag, instant, json } from '#server/db/schema/columns.ts';

/**
 * One client of the product (`X-App`). Global: read to find out whose rows a request may see, so it has no
 * row-level security.
 */
export const tenant = pgTable('tenant', {
  id: text('id').primaryKey(),
  /** The name that `X-App` carries: `client` for the default product. */
  client: text('client').notNull().unique(),
  name: text('name').notNull(),
  /** Answers for hosts that nobody claimed. Exactly one tenant has it. */
  isDefault: flag('is_default'),
  /** Nothing of this tenant is shown without sign-in (SEC-16). */
  intranet: flag('intranet'),
  /**
   * Tenant settings as the contract's tenant schema has them (guest orders, Pix minutes, palette, copy …).
   */
  settings: json('settings').notNull(),
  /** Fingerprint of the imported folder; the same folder is not imported twice. */
  fingerprint: text('fingerprint').notNull(),
  importedAt: instant('imported_at').notNull(),
});

/** Host name without port, lower case → tenant. Global for the same reason. */
export const tenantHost = pgTable('tenant_host', {
  host: text('host').primaryKey(),
  tenantId: text('tenant_id_of_host')
    .notNull()
    .references(() => tenant.id, { onDelete: 'cascade' }),
});
