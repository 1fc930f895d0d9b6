import type { Account, AccountBody } from '#contract/people/account.ts';
import { hasMissingInfo } from '#domain/person/account.ts';
import type { Core } from '#server/platform/core.ts';
import type { account } from '#server/db/schema/people/account.ts';
import { unlessNull } from '#server/services/people/lead.ts';
import { personalFieldsOf } from '#server/services/people/personal-form.ts';

type AccountRow = typeof account.$inferSelect;
export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  ...unlessNull('email', row.email),
  ...unlessNull('phone', row.phone),
  ...unlessNull('phoneCountryCode', row.phoneCountryCode),
  ...unlessNull('phoneCountryIsoCode', row.phoneCountryIsoCode),
  ...unlessNull('identification', row.identification),
  addresses: row.addresses as Account['addresses'],
  properties: row.properties as Account['properties'],
  version: row.version, // validated when written
});

export const accountReply = (tenants: Core['tenants'], row: AccountRow): Account => {
  const account = accountOf(row);
  return {
    ...account,
    hasMissingInfo: hasMissingInfo({ fields: personalFieldsOf(tenants, row.tenantId) }, account),
  };
};

/**
 * The proven phone, else the one that was told, with its country: of a number abroad, the one that came with
 * it.
 */
export function phoneOf(proven: string | null, body: AccountBody) {
  const phone = proven ?? body.phone ?? null;
  if (phone === null || phone.startsWith('+55'))
    return { phone, phoneCountryCode: '55', phoneCountryIsoCode: 'BR' };
  return {
    phone,
    phoneCountryCode: body.phoneCountryCode ?? null,
    phoneCountryIsoCode: body.phoneCountryIsoCode ?? null,
  };
}

/** CPF is one number in two places (D34). */
export function identityOf(body: AccountBody): {
  identification: string | null;
  properties: AccountBody['properties'];
} {
  const digits = body.identification ?? body.properties.cpf ?? null;
  return {
    identification: digits,
    properties: digits === null ? body.properties : { ...body.properties, cpf: digits },
  };
}
