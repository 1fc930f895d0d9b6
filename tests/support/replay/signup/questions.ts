import { ask as asked } from '#machines/navigation/place.ts';
import type { SignupContext } from '#machines/signup/setup.ts';
import { press } from '../means.ts';
import type { Act } from '../tours.ts';
import { type World, contextOf } from './world.ts';

const takesBack: Act<World> = {
  name: 'takes that back',
  events: (snapshot) =>
    snapshot.matches('account') && contextOf(snapshot).accepted.length > 0
      ? [{ type: 'terms.withdrawn' }]
      : [],
  perform: ({ page }) => page.getByRole('checkbox', { name: /termos/ }).uncheck(),
};
/** From the first screen to an answer that was given before. */
const links: Act<World>[] = (
  [
    ['the name', /^Seu nome/, asked('signup.name', {}), ({ name }) => name !== null],
    [
      'the CPF',
      /^Seu CPF/,
      asked('signup.identification', {}),
      ({ identification }) => identification !== null,
    ],
    [
      'the e-mail',
      /^Seu e-mail/,
      asked('signup.verification', { channel: 'email' }),
      ({ second }) => second !== null,
    ],
    ['the postal code', /^Seu CEP/, asked('signup.postalCode', {}), ({ address }) => address !== null],
  ] satisfies [string, RegExp, ReturnType<typeof asked>, (context: SignupContext) => boolean][]
).map(([what, link, event, isGiven]) => ({
  name: `goes to ${what}`,
  events: (snapshot) => (snapshot.matches('account') && isGiven(contextOf(snapshot)) ? [event] : []),
  perform: ({ page }) => page.getByRole('link', { name: link }).click(),
}));

const answering: Act<World>[] = [
  {
    name: 'accepts the terms',
    events: (snapshot) =>
      snapshot.matches('account') && contextOf(snapshot).accepted.length === 0
        ? [
            {
              type: 'terms.accepted',
              texts: [
                { id: 'terms', version: '1' },
                { id: 'privacy', version: '2' },
              ],
            },
          ]
        : [],
    perform: ({ page }) => page.getByRole('checkbox', { name: /termos/ }).check(),
  },
  {
    name: 'begins',
    events: (snapshot) =>
      snapshot.matches('account') && contextOf(snapshot).accepted.length > 0
        ? [{ type: 'signup.begun' }]
        : [],
    perform: ({ page }) => press(page, 'Criar conta'),
  },
  {
    name: 'gives the name',
    events: (snapshot) =>
      snapshot.matches('name')
        ? [
            { type: 'answer.edited', typed: { name: 'Mari' } },
            { type: 'name.submitted', name: 'Maria Silva' },
          ]
        : [],
    perform: async ({ page, person }) => {
      const field = page.getByLabel('Nome completo');
      await field.fill('');
      await field.fill(person.name);
      await press(page, 'Continuar');
    },
  },
  {
    name: 'gives the CPF',
    events: (snapshot) =>
      snapshot.matches({ identification: 'asking' })
        ? [
            { type: 'answer.edited', typed: { name: 'Mari' } },
            { type: 'identification.submitted', identification: '52998224725' },
          ]
        : [],
    perform: async ({ page, person }) => {
      const field = page.getByLabel('CPF');
      await field.fill('');
      await field.fill(person.cpf);
      await press(page, 'Continuar');
    },
  },
  {
    name: 'chooses the sector',
    events: (snapshot) =>
      snapshot.matches({ identification: 'details' }) && !contextOf(snapshot).attrs['department']
        ? [{ type: 'details.changed', patch: { department: 'Lojas' } }]
        : [],
    perform: async ({ page }) => {
      await page.getByLabel('Setor').selectOption('Lojas');
    },
  },
  {
    name: 'sends the sector',
    events: (snapshot) =>
      snapshot.matches({ identification: 'details' }) && contextOf(snapshot).attrs['department']
        ? [{ type: 'details.submitted' }]
        : [],
    perform: ({ page }) => press(page, 'Continuar'),
  },
];

/** The terms, and the questions about the person. What is taken back comes first: with it more links refuse. */
export const questions: Act<World>[] = [takesBack, ...links, ...answering];
