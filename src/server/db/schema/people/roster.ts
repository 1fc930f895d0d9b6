import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, tenantId } from '#server/db/schema/columns.ts';

/**
 * Who may enter a company's store, as its folder says. Whoever signed in once holds the row: their own
 * contact opens it then, even after they changed it.
 */
export const roster = pgTable(
  'roster',
  {
    tenantId: tenantId(),
    /** The company's own number of the person (matrícula), in capitals. */
    registration: text('registration').notNull(),
    /** 11 digits */
    cpf: text('cpf'),
    name: text('name').notNull(),
    /** E.164 */
    phone: text('phone'),
    /** Lower case. */
    email: text('email'),
    userId: id('user_id'),
    importedAt: instant('imported_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.registration] }),
    unique('roster_cpf').on(t.tenantId, t.cpf),
    unique('roster_phone').on(t.tenantId, t.phone),
    unique('roster_email').on(t.tenantId, t.email),
    index('roster_by_user').on(t.tenantId, t.userId),
  ],
);
