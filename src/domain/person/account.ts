import type { FormField } from '#contract/place.ts';

const own = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? Object.getOwnPropertyDescriptor(holder, name)?.value
    : undefined;

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * The value an account or lead holds for a form field: its own, else in its properties, else an answer to what
 * the store added. `cpf` and `identification` are the same digits (D34).
 */
export function valueIn(account: object, name: string): unknown {
  const names =
    name === 'cpf' || name === 'identification' ? [name, name === 'cpf' ? 'identification' : 'cpf'] : [name];
  return names
    .flatMap((spelling) => {
      const properties = own(account, 'properties');
      return [account, properties, own(properties, 'attrs')].map((holder) => own(holder, spelling));
    })
    .find((value) => !isEmpty(value));
}

/**
 * Names of the needed fields that are empty. A field that depends on another is never counted. Source: spec
 * §5.
 */
export const missingFields = (form: { fields: readonly FormField[] }, account: object): string[] =>
  form.fields
    .filter(({ required, dependsOn, name }) => required && !dependsOn && isEmpty(valueIn(account, name)))
    .map(({ name }) => name);

/** Whether an account lacks something that its form needs. Source: spec §5 (hasMissingInfo). */
export const hasMissingInfo = (form: { fields: readonly FormField[] }, account: object): boolean =>
  missingFields(form, account).length > 0;
