import { ApiProblem } from '#contract/problem.ts';
import { isRepeatedCpf } from '#domain/person/cpf.ts';
import type { TenantDirectory } from '#server/platform/tenant-directory.ts';

/**
 * The contract has refused what is no CPF; a store may be stricter and take no number that repeats one digit.
 * Source: D34.
 * @param given digits by the name of their field @throws ApiProblem MALFORMED
 */
export function assertCpf(
  tenants: Pick<TenantDirectory, 'byId'>,
  tenantId: string,
  given: Readonly<Record<string, string | undefined>>,
): void {
  if (!tenants.byId(tenantId)?.settings.flags.strictCpf) return;
  const fields = Object.entries(given).flatMap(([field, cpf]) =>
    cpf !== undefined && isRepeatedCpf(cpf)
      ? [{ field, message: 'Todos os números são iguais. Confira o CPF.' }]
      : [],
  );
  if (fields.length) throw new ApiProblem('MALFORMED', { fields });
}
