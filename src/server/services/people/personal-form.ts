import { isDeepStrictEqual } from 'node:util';
import type { AccountBody } from '#contract/people/account.ts';
import type { FormField } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { attrsErrors, fittingAttrs, nameError, personalFields } from '#domain/person/personal-form.ts';
import type { TenantDirectory } from '#server/platform/tenant-directory.ts';

/** The fields of a person as the store of a tenant has them. */
export const personalFieldsOf = (
  tenants: Pick<TenantDirectory, 'byId'>,
  tenantId: string,
): readonly FormField[] =>
  personalFields(tenants.byId(tenantId)?.settings.marketplaces[0]?.defaultForms.personalForm);

type Attrs = AccountBody['properties']['attrs'];

/**
 * Answers to a store's own fields, without those to what it does not ask, and the name as the store takes it.
 * What was kept already was checked when it was given, by the form of that day; answers that are left out stay.
 * Source: spec §5 (Personal form), D17.
 * @param had the account as it is; null for a new one, which answers everything
 * @throws ApiProblem MALFORMED with `name` or `properties.attrs.{field}`
 */
export function settlePersonal(
  fields: readonly FormField[],
  { name, properties }: Pick<AccountBody, 'name' | 'properties'>,
  had: { name: string; attrs: Attrs } | null,
): { attrs: Record<string, unknown> | undefined } {
  const given = properties.attrs ?? had?.attrs ?? {};
  const isKept = had !== null && isDeepStrictEqual(given, had.attrs ?? {});
  const attrs = isKept ? given : fittingAttrs(given, fields);
  const misnamed = had?.name === name ? null : nameError(name, fields);
  const wrong = [
    ...(misnamed === null ? [] : [{ field: 'name', message: misnamed }]),
    ...Object.entries(isKept ? {} : attrsErrors(attrs, fields)).map(([field, message]) => ({
      field: `properties.attrs.${field}`,
      message,
    })),
  ];
  if (wrong.length) throw new ApiProblem('MALFORMED', { fields: wrong });
  return { attrs: Object.keys(attrs).length ? attrs : undefined };
}
