import * as v from 'valibot';
import { isMobile, normalisePhone } from '#contract/people/phone.ts';
import { Filled } from './tenant-parts.ts';

/** Somebody who may enter a company's store. `roster.json` (company stores only). Source: D62. */
export const TenantRosterEntry = v.pipe(
  v.strictObject({
    /** The company's own number of the person. */
    registration: v.pipe(
      v.string(),
      v.regex(/^[A-Z0-9][A-Z0-9.-]{0,19}$/, 'Use a matrícula em maiúsculas, como A-1042.'),
    ),
    name: Filled,
    cpf: v.optional(v.pipe(v.string(), v.regex(/^\d{11}$/, 'Use os 11 números do CPF.'))),
    phone: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (phone) => isMobile(phone) && normalisePhone(phone) === phone,
          'Use o celular como +5511987654321.',
        ),
      ),
    ),
    email: v.optional(
      v.pipe(
        v.string(),
        v.email('Confira o e-mail.'),
        v.check((email) => email === email.toLowerCase(), 'Escreva o e-mail em minúsculas.'),
      ),
    ),
  }),
  v.check(
    ({ phone, email }) => phone !== undefined || email !== undefined,
    'Diga um celular ou um e-mail: é para lá que vai o código.',
  ),
);
export type TenantRosterEntry = v.InferOutput<typeof TenantRosterEntry>;
