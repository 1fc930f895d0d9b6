import type { Address, Form, FormField } from '#contract/place.ts';
import { refusal } from '#tests/support/samples.ts';

const asked = (name: string): FormField => ({
  name,
  label: name,
  type: 'text',
  required: true,
  editable: true,
  hidden: false,
});
/** The city, which the lookup had told; the complement, which stands on the screen of the details. */
export const notTaken = refusal('MALFORMED', {
  fields: [{ field: 'addresses.0.city', message: 'Não existe' }],
});
export const isNotTaken = (error: unknown) => error === notTaken.error;
export const notFitting = refusal('MALFORMED', {
  fields: [{ field: 'addresses.0.complement', message: 'Não' }],
});
export const isNotFitting = (error: unknown) => error === notFitting.error;
/** What the form of every store asks of where a place is. */
export const isPlaced = (place: Address | null) =>
  Boolean(
    place?.postalCode && place.address && place.city && (place.streetNumber ?? place.hasNumber === false),
  );

/** A store that leaves the city open and asks for a sector of whoever receives at work. */
export const form: Form = {
  fields: [
    { ...asked('city'), editable: true },
    { ...asked('sector'), dependsOn: { field: 'addressType', equals: 'WORK' } },
  ],
  submit: { text: 'Salvar', waitingText: 'Preencha' },
};
