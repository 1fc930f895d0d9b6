import { street } from '#tests/machines/signup/signup-parts.oracle.ts';
import { account, bug, fault, refusal } from '#tests/support/samples.ts';
import { type Answered, always, answering, served } from '../means.ts';
import { byNobody, refusedAs } from '../stage.ts';
import { type World, deliverCreation, noteSent, passHalfAnHour } from './world.ts';

const lookUps = { port: 'lookUp', ids: ['lookUp'] } as const;
const creations = { port: 'create', ids: ['create'] } as const;
const looks = { port: 'find', ids: ['find'] } as const;
/** Whoever types a postal code has to know which of the two follows. */
export const UNKNOWN = 'nobody knows the postal code';
export const FOUND = 'the street is found';

const answers: Answered<World, null>[] = [
  {
    ...lookUps,
    name: FOUND,
    outcome: { ok: street },
    answer: served(),
  },
  { ...lookUps, name: UNKNOWN, outcome: { ok: null }, answer: served() },
  { ...lookUps, name: 'nobody looks the street up', outcome: fault, answer: always(byNobody) },
  { ...creations, name: 'the account is made', outcome: { ok: account }, answer: served() },
  { ...creations, name: 'nobody makes the account', outcome: fault, answer: always(byNobody) },
  {
    ...creations,
    name: 'the contact is of another account',
    outcome: refusal('TAKEN'),
    answer: always(refusedAs('TAKEN')),
  },
  {
    ...creations,
    name: 'half an hour is over since the code',
    outcome: refusal('SIGNUP_GRANT'),
    answer: served(async (world) => {
      await passHalfAnHour(world);
      noteSent(world, world.person.phone);
    }),
  },
  {
    ...creations,
    name: 'an answer is refused',
    outcome: refusal('NOT_FOUND'),
    answer: always(refusedAs('NOT_FOUND')),
  },
  {
    ...creations,
    name: 'the account is not allowed',
    outcome: bug,
    answer: always(refusedAs('ADDRESS_LIMIT')),
  },
  { ...looks, name: 'the account is there', outcome: { ok: account }, answer: served(deliverCreation) },
  { ...looks, name: 'there is no account', outcome: { ok: null }, answer: served() },
  { ...looks, name: 'nobody looks for the account', outcome: fault, answer: always(byNobody) },
  { ...looks, name: 'looking is refused', outcome: bug, answer: always(refusedAs('MALFORMED')) },
];
export const answered = answers.map(answering(() => null));
