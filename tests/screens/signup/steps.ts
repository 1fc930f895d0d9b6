import { screenAt } from '../screen-at.tsx';

const terms = { type: 'terms.accepted', texts: [{ id: 'terms', version: '1' }] };
const answers = [
  [terms, { type: 'signup.begun' }],
  [{ type: 'name.submitted', name: 'Teresa Moura' }],
  [{ type: 'identification.submitted', identification: '52998224725' }],
];

/** A sign-up after so many of its questions were answered. */
export const afterQuestions = (count: number) =>
  screenAt(
    'signup.account',
    {},
    {
      who: { who: 'newcomer' },
      taps: answers
        .slice(0, count)
        .flat()
        .map((event) => ['signup', event] as const),
    },
  );
