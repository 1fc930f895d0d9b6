import * as v from 'valibot';

const MOST_FIELDS = 20;

/** What a person reads when a schema says nothing itself. Never names the value that came. */
const texts: Record<string, string> = {
  object: 'Preencha este campo.',
  strict_object: 'Preencha este campo.',
  string: 'Escreva um texto.',
  number: 'Use um número.',
  boolean: 'Escolha sim ou não.',
  array: 'Envie uma lista.',
  picklist: 'Escolha uma das opções.',
  literal: 'Valor não aceito aqui.',
  enum: 'Escolha uma das opções.',
  union: 'Confira este campo.',
  variant: 'Confira este campo.',
  integer: 'Use um número inteiro.',
  min_value: 'O número é pequeno demais.',
  max_value: 'O número é grande demais.',
  min_length: 'Está curto demais.',
  max_length: 'Está longo demais.',
  length: 'Confira o tamanho.',
  email: 'Confira o e-mail.',
  iso_date: 'Use uma data como 2026-12-25.',
  iso_timestamp: 'Confira a data e a hora.',
  non_empty: 'Preencha este campo.',
  record: 'Confira este campo.',
  json: 'O envio não é um JSON.',
  regex: 'Confira este campo.',
};

// Valibot's own texts repeat what was received; these do not. Texts written in the schemas stay.
v.setGlobalMessage((issue) =>
  issue.received === 'undefined' ? 'Preencha este campo.' : (texts[issue.type] ?? 'Confira este campo.'),
);

/** One message per field, in the order of the form. */
export function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): { field: string; message: string }[] {
  const fields = new Map<string, string>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    if (!fields.has(field)) fields.set(field, issue.message);
  }
  // A path is made of our own names and positions, except in free bags, where a key is the sender's: cut to
  // what a name may look like.
  return [...fields]
    .slice(0, MOST_FIELDS)
    .map(([field, message]) => ({ field: field.replace(/[^\w.-]/g, '').slice(0, 120), message }));
}
