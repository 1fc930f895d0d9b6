import type { Address } from '#contract/place.ts';
import { fromEvent } from '#machines/port.ts';

/** Parts of the sign-up's postal code: when a place is looked up, and how what was found is filled in. */
export const typed = fromEvent<{ postalCode: string }>;
const keepPostalCode = { type: 'keepPostalCode', params: typed } as const;
export const lookUp = {
  guard: { type: 'isPostalCode', params: typed },
  target: '#signup.postalCode.lookingUp',
  actions: keepPostalCode,
} as const;
export const lookUpOther = {
  guard: { type: 'isOtherPostalCode', params: typed },
  target: '#signup.postalCode.lookingUp',
  reenter: true,
  actions: keepPostalCode,
} as const;
/** The fields of the place whose postal code stands in its field: another one is another place. */
export const filling = {
  initial: 'shown',
  on: {
    'postalCode.typed': [
      lookUpOther,
      { guard: { type: 'isSamePostalCode', params: typed }, target: '.shown' },
      { target: '.retyping' },
    ],
  },
  states: {
    // What is missing is said at its field, by the form, which sends nothing before.
    shown: {
      description: 'Os campos do endereço estão à vista para completar e enviar.',
      tags: 'editable',
      on: {
        'address.changed': { actions: { type: 'keepAddress', params: fromEvent<{ patch: Address }> } },
        'fields.unlocked': { actions: 'unlock' },
        'address.submitted': { guard: 'isFilled', target: '#signup.proposed' },
      },
    },
    retyping: {
      description: 'O CEP está sendo trocado; o endereço de antes espera até ele estar completo.',
      tags: 'editable',
    },
  },
} as const;
