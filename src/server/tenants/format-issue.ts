import type * as v from 'valibot';

/**
 * What a field of a folder should hold, by the names that Valibot has for kinds of values and for rules;
 * `{limit}` is the number of a rule, `{unit}` what it counts.
 */
const words: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  boolean: 'true ou false',
  Object: 'um objeto',
  Array: 'uma lista',
  integer: 'um número inteiro',
  min_value: '{limit} ou mais',
  max_value: '{limit} ou menos',
  non_empty: 'um texto',
  starts_with: 'um texto que comece com {limit}',
  min_length: 'pelo menos {limit} {unit}',
  max_length: 'no máximo {limit} {unit}',
  length: '{limit} {unit}',
  email: 'um e-mail como ola@exemplo.com',
  url: 'um endereço como https://exemplo.com',
  iso_date: 'uma data como 2026-12-25',
  iso_timestamp: 'data e hora como 2026-12-25T10:00:00-03:00',
};

/**
 * One fault of a file in Portuguese: the sentence of the schema where it has one (the others are parsed with
 * an empty message), else what was expected and what came.
 */
export function formatIssue(issue: v.BaseIssue<unknown>): string {
  const came = words[issue.received] ?? issue.received;
  // A thing or list is not repeated, nor that something is not in it.
  if (issue.message !== '')
    return came === issue.received && !came.startsWith('!')
      ? `${issue.message} (veio ${came})`
      : issue.message;
  if (issue.expected === 'never' && issue.type === 'strict_object') return 'este campo não existe.';
  if (issue.received === 'undefined') return 'falta este campo.';
  return `esperamos ${expected(issue)}, veio ${came}.`;
}

function expected({ kind, type, expected: kinds, requirement, input }: v.BaseIssue<unknown>): string {
  // Of a schema `Array`, or `("Polygon" | "Point")`.
  if (kind === 'schema')
    return (kinds ?? '')
      .replace(/^\((.*)\)$/, '$1')
      .split(' | ')
      .map((one) => words[one] ?? one)
      .join(' ou ');
  const [one, many] = Array.isArray(input) ? ['item', 'itens'] : ['letra', 'letras'];
  return (words[type] ?? 'outro valor')
    .replace('{limit}', String(requirement))
    .replace('{unit}', requirement === 1 ? one : many);
}
