import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Email, NeededText, Phone, Text, Uuid } from '#contract/scalars.ts';

/**
 * What stands for an identification at `login`: the answer of `sendIntranetCode` names it, nobody can read
 * it.
 */
export const IntranetHandle = v.pipe(v.string(), v.regex(/^intranet\.[\w-]{1,16}\.[\w-]{40,400}$/));

/**
 * The same answer for people of the company and for anybody else: who is not on its list gets a contact that
 * is nobody's.
 * `contact` shows enough to know one's own by: `celular ****4321`, `e-mail m***@****`, equally long.
 */
export const sendIntranetCode = endpoint({
  name: 'sendIntranetCode',
  method: 'POST',
  path: '/api/users/authenticate/intranet',
  audience: 'public',
  body: v.object({
    /** CPF or the company's own number of the person */ identification: NeededText(
      40,
      'Diga a sua matrícula ou o seu CPF.',
    ),
    marketplaceId: v.optional(Uuid),
  }),
  response: v.object({
    /** seconds */ resendAfter: v.number(),
    /** seconds */ expiresIn: v.number(),
    contact: v.string(),
    /** for `login` */ username: v.string(),
  }),
  status: 201,
  problems: ['MALFORMED', 'NOT_FOUND', 'TOO_MANY_CODES', 'PROOF_OF_WORK'],
  summary:
    'Sends a one-time code to the contact that a company has of a person, whether or not it knows the person.',
  source: 'D62; SEC-05, SEC-16',
});

/** One contact makes one user: two would let whoever has the one into the things of the other. */
export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/api/users',
  audience: 'public',
  body: v.pipe(
    v.object({ phone: v.optional(Phone), email: v.optional(Email), name: v.optional(Text(80)) }),
    v.forward(
      v.check(
        ({ phone, email }) => (phone === undefined) !== (email === undefined),
        'Diga o celular ou o e-mail, um dos dois.',
      ),
      ['phone'],
    ),
  ),
  response: v.object({ id: Uuid }),
  status: 201,
  problems: ['MALFORMED', 'NOT_FOUND', 'COUNTRY', 'TOO_MANY_REQUESTS'],
  summary:
    'Makes the user of a contact that nobody proved yet, in a company store or one with single sign-on; the same answer for a known contact.',
  source: 'spec §6; D7',
});
