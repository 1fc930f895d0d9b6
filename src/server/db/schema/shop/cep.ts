import { boolean, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/schema/columns.ts';

/** Known Brazilian postal codes. Public facts shared by all tenants, so global. */
export const cep = pgTable('cep', {
  /** Eight digits, no hyphen. */
  cep: text('cep').primaryKey(),
  /** Empty for a town-wide code. */
  street: text('street').notNull().default(''),
  complement: text('complement').notNull().default(''),
  neighborhood: text('neighborhood').notNull().default(''),
  city: text('city').notNull(),
  state: text('state').notNull(),
  /** False where addresses have no number: they read "S/N". */
  hasNumber: boolean('has_number').notNull().default(true),
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
  source: text('source').notNull(),
  fetchedAt: instant('fetched_at').notNull(),
});
