import { MobileAnswer, contactAnswers } from '#domain/answers.ts';
import * as v from 'valibot';

/** Where the message of an alert goes. */
export type AlertContact = { channel: 'SMS' | 'EMAIL'; contact: string };

const mobile = v.pipe(
  MobileAnswer,
  v.transform((contact): AlertContact => ({ channel: 'SMS', contact })),
);
const email = v.pipe(
  contactAnswers.email,
  v.transform((contact): AlertContact => ({ channel: 'EMAIL', contact })),
);

/**
 * A mobile or an e-mail in one field: what has an @ is an e-mail. A message by SMS goes to Brazilian mobiles only.
 * Source: D78, D79.
 */
export const AlertContactAnswer = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Diga um celular ou um e-mail.'),
  v.lazy(
    (text): v.GenericSchema<string, AlertContact> =>
      typeof text === 'string' && text.includes('@') ? email : mobile,
  ),
);
