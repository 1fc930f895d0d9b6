import { isCpf } from '#domain/person/cpf.ts';
import { type ReadData } from './data.ts';
import { twins } from './check-names.ts';

/**
 * What is wrong with the people of a company's store: twins, a CPF that is none, a list where nobody asks for
 * it or none where nobody could enter. Sentences in Portuguese.
 */
export function* checkRoster({ roster, tenant }: Pick<ReadData, 'roster' | 'tenant'>): Generator<string> {
  if (!roster) return;
  for (const key of ['registration', 'cpf', 'phone', 'email'] as const)
    yield* twins(
      `roster.json, ${key}`,
      roster.flatMap((one) => one[key] ?? []),
    );
  for (const { registration, cpf } of roster)
    if (cpf !== undefined && !isCpf(cpf)) yield `roster.json, ${registration}, cpf: algum número não bate.`;
  if (!tenant) return;
  const isClosed = tenant.marketplaces.some(({ intranet }) => intranet);
  if (!isClosed && roster.length > 0)
    yield 'roster.json, campo (arquivo): só uma loja de empresa (intranet) tem lista de pessoas.';
  if (isClosed && roster.length === 0 && tenant.sso.length === 0)
    yield 'roster.json, campo (arquivo): a loja é de empresa (intranet) e não diz quem pode entrar: falta alguém aqui ou em tenant.json, sso.';
}
