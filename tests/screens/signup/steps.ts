import type { Form } from '#contract/place.ts';
import { field } from '#tests/domain/forms.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

const terms = { type: 'terms.accepted', texts: [{ id: 'terms', version: '1' }] };
const answers = [
  [terms, { type: 'signup.begun' }],
  [{ type: 'name.submitted', name: 'Teresa Moura' }],
  [{ type: 'identification.submitted', identification: '52998224725' }],
  [{ type: 'contact.postponed', value: '' }],
];

/** A store that asks for more than the usual, in its own words. */
export const personalForm: Form = {
  title: 'Onde você trabalha?',
  subtitle: 'Para achar o seu setor.',
  top: 'Pergunte ao RH se não souber.',
  bottom: 'Só a associação vê.',
  groups: [{ id: 'badge', title: 'No crachá' }],
  fields: [
    field('name', 'Nome do crachá', { help: 'Sem apelido.' }),
    field('cpf', 'CPF do sócio'),
    field('department', 'Setor', { options: [{ value: 'TI', label: 'Informática' }], type: 'select' }),
    field('floor', 'Andar', { dependsOn: { field: 'department', equals: 'TI' } }),
    field('badge', 'Matrícula', { required: false, mask: '9999', group: 'badge' }),
    field('secret', 'Escondido', { required: false, hidden: true }),
  ],
  submit: { text: 'Guardar', waitingText: 'Complete' },
};

/** A sign-up after so many of its questions were answered, and what else is tapped there. */
export const afterQuestions = (
  count: number,
  tenant: Visit['tenant'] = {},
  more: readonly ({ type: string } & Record<string, unknown>)[] = [],
) =>
  screenAt(
    'signup.account',
    {},
    {
      who: { who: 'newcomer' },
      tenant,
      taps: [...answers.slice(0, count).flat(), ...more].map((event) => ['signup', event] as const),
    },
  );
