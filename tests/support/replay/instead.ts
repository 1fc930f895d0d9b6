import type { Instead } from './reopened.ts';

/** What stands nowhere but in the page is asked again, and the page says what is missing. */
export const login: Instead = [
  [/^request\./, 'request.idle', 'the contact was typed and not sent'],
  [/^codeSent\./, 'request.idle', 'to whom a code went is kept on the way out alone'],
  [/^verified\./, '', 'the browser is signed in: what is missing is the sign-up'],
];
export const signup: Instead = [
  [/^postalCode\.(?:lookingUp|unknown)/, 'postalCode.typing', 'an address is kept once it is whole'],
  [/^postalCode\.found/, 'postalCode.found.shown', 'the address is kept, and not that it was being changed'],
  [
    /^(?:creating|waiting|confirming|refused|proving|failed)$/,
    'postalCode.found.shown',
    'the answers are kept; whether there is an account already is found when they are sent again',
  ],
  [/^identification\.details$/, 'identification.asking', 'the answer is kept once it is whole'],
];
/** All of it is read from the server again. */
export const pix: Instead = [
  [
    /^(?:failed|offline|loading|refused|renewing|believed|(?:waiting|expired)\.checking)$/,
    /^(?:waiting|expired)\.resting$/,
    'the server says how the newest code stands',
  ],
];
export const checkout: Instead = [
  [/^shipping\./, 'shipping.ready', 'the server says again how it can be received'],
  [/^method\./, 'method.ready', 'the server says again when'],
  [/^payment\./, 'payment.ready', 'the server says again how it can be paid'],
  [/^installment\./, 'installment.ready', 'the server says again in how many parcels'],
  [
    /^(?:confirmation|adopting)\./,
    'confirmation.reviewing',
    'it is reserved again, and asked to be confirmed',
  ],
  [/^placing\./, '', 'the same order is sent again, by its key, and its page comes'],
];
