import type { SignupContext, SignupDraft } from '#machines/signup/setup.ts';
import { signupMachine } from '#machines/signup/signup.machine.ts';
import type { Form } from '#contract/place.ts';
import { field } from '#tests/domain/forms.ts';
import { onItsWay, street } from './signup-parts.oracle.ts';
import { ask } from '#machines/navigation/place.ts';
import { account, bug, fault, refusal, tokens, user, uuid } from '#tests/support/samples.ts';
import type { Model } from '#tests/support/walk.ts';
import type { EventFrom } from 'xstate';

/** A store that asks for the sector, and of one sector for more. */
const personalForm: Form = {
  fields: [
    field('department', 'Setor', { maxLength: 5 }),
    field('badge', 'Matrícula', { mask: '9999', dependsOn: { field: 'department', equals: 'TI' } }),
  ],
  submit: { text: 'Continuar', waitingText: 'Preencha os dados' },
};
const input = {
  asked: ask('signup.account', {}),
  userId: uuid(3),
  signupGrant: 'grant',
  leadId: uuid(7),
  contact: { phone: '+5511987654321' },
};
const texts = [
  { id: 'terms', version: '1' },
  { id: 'privacy', version: '2' },
] as const;
/** What a page that is loaded again finds: everything was answered, half an hour ago. */
const draft: SignupDraft = {
  userId: uuid(3),
  accepted: [...texts],
  name: 'Maria Silva',
  identification: '52998224725',
  typed: {},
  attrs: {},
  address: { ...street, streetNumber: '1000' },
  locked: [],
};

export const machine = signupMachine;
export const model: Model<typeof signupMachine> = {
  inputs: [
    { ...input, personalForm },
    { ...input, asked: ask('signup.postalCode', {}), personalForm, draft },
    { ...input, asked: ask('signup.postalCode', {}), contact: { email: 'maria@exemplo.com' } },
    { ...input, asked: ask('signup.postalCode', {}), signupGrant: null, draft },
    {
      ...input,
      asked: ask('signup.postalCode', {}),
      userId: '',
      signupGrant: null,
      draft: { ...draft, userId: '' },
    },
  ],
  events: [
    ...(['account', 'name', 'identification', 'postalCode'] as const).map((step) =>
      ask(`signup.${step}`, {}),
    ),
    ask('signup.verification', { channel: 'email' }),
    ask('signup.verification', { channel: 'phone' }),
    ask('signup.activation', { channel: 'email' }),
    { type: 'contact.postponed', value: ' Maria@exemplo.com' },
    { type: 'contact.postponed', value: '+5511911112222' },
    { type: 'contact.postponed', value: '' },
    { type: 'contact.proved', tokens, signupGrant: 'grant' },
    // What the chart of the contact says by itself; no event of the chart's own
    onItsWay as unknown as EventFrom<typeof signupMachine>,
    { ...onItsWay, snapshot: { value: 'asking', context: { value: '' } } } as unknown as EventFrom<
      typeof signupMachine
    >,
    { type: 'terms.accepted', texts: [...texts] },
    { type: 'terms.withdrawn' },
    { type: 'signup.begun' },
    { type: 'name.submitted', name: ' maria  silva ' },
    { type: 'name.submitted', name: ' ' },
    { type: 'name.submitted', name: 'a'.repeat(81) },
    { type: 'answer.edited', typed: { name: 'Mari' } },
    { type: 'identification.submitted', identification: '529.982.247-25' },
    { type: 'identification.submitted', identification: '000.000.000-00' },
    { type: 'details.changed', patch: { department: 'TI' } },
    { type: 'details.changed', patch: { department: 'Lojas', badge: '1234', stray: 'x' } },
    { type: 'details.submitted' },
    { type: 'postalCode.submitted', postalCode: '01310100' },
    { type: 'postalCode.submitted', postalCode: '013' },
    { type: 'postalCode.typed', postalCode: '01310-100' },
    { type: 'postalCode.typed', postalCode: '04538133' },
    { type: 'postalCode.typed', postalCode: '0131' },
    { type: 'address.changed', patch: { streetNumber: '1000', city: 'Outra' } },
    {
      type: 'address.changed',
      patch: {
        address: 'Rua B',
        neighborhood: 'Centro',
        city: 'Outra',
        administrativeArea: 'SP',
        streetNumber: '5',
      },
    },
    { type: 'fields.unlocked' },
    { type: 'address.submitted' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    lookUpPostalCode: [{ ok: street }, { ok: null }, fault, bug],
    createAccount: [
      { ok: account },
      fault,
      refusal('TAKEN'),
      refusal('SIGNUP_GRANT'),
      refusal('NOT_FOUND'),
      bug,
    ],
    findAccount: [{ ok: account }, { ok: null }, fault, bug],
    proof: [{ ok: { tokens, signupGrant: 'grant' } }],
    second: [{ ok: { user: { ...user, phone: '+5511987654321', email: 'maria@exemplo.com' } } }],
  },
  reduceContext: (given) => {
    const context = given as SignupContext;
    return [
      context.userId,
      context.signupGrant,
      context.accepted.length,
      context.name,
      context.identification,
      context.personalForm && JSON.stringify(context.attrs),
      context.address?.postalCode,
      context.address?.city,
      context.address?.streetNumber,
      context.address?.address,
      context.contact.phone,
      context.contact.email,
      context.locked.length > 0,
      context.refusal !== null,
      context.problem?.code === 'TAKEN',
    ];
  },
};

export { oracle } from './signup.oracle.ts';
