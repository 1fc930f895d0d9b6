import * as v from 'valibot';

/** End-to-end id of a Pix transfer, as the bank's statement shows it. */
export const EndToEndId = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^E[0-9A-Za-z]{31}$/, 'São 32 letras e números, e o primeiro é um E. Copie do extrato.'),
);
/** Id of the return of a Pix. */
export const ReturnId = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^D[0-9A-Za-z]{31}$/, 'São 32 letras e números, e o primeiro é um D. Copie do extrato.'),
);
