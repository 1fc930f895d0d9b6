import { raise } from 'xstate';
import type { Account } from '#contract/people/account.ts';
import { failure, retryOnReturn, fromEvent, fromOutput } from '#machines/port.ts';
import { screenTransitions, take } from '#machines/navigation/screen-edges.ts';
import { answeredFirst, goTo, known, needsName, needsTerms, toSecond } from './gates.ts';
import { filling, lookUp, lookUpOther, typed } from './postal-code.ts';
import { activation, verification } from './second-contact.ts';
import { type SignupOutput, bodyOf, signupSetup } from './setup.ts';

const note = { type: 'noteProblem', params: failure } as const;
const ifPassing = { type: 'isPassing', params: failure } as const;
/**
 * Sign-up of somebody who just proved a contact: account (terms) → name → identification, with what the
 * store asks beside it → verification of a second contact, which may wait → postalCode → creating → created.
 * A lookup that knows nothing opens the fields for filling by hand. An unanswered creation is looked up
 * before it is tried again, since its grant is
 * spent once. A grant that is gone (half an hour) asks for another code in place, with every answer kept; a
 * page that is loaded again goes on from its draft.
 * Source: spec.md §2, §5, §7; D7, D11, D12, D32, D34, D91; features B12.
 */
export const signupMachine = signupSetup.createMachine({
  id: 'signup',
  description: 'O cadastro de quem entrou pela primeira vez: termos, nome, CPF, outro contato e endereço.',
  initial: 'opening',
  context: ({ input: { draft, ...input } }) => ({
    accepted: [],
    name: null,
    identification: null,
    typed: {},
    attrs: {},
    second: null,
    user: null,
    address: null,
    locked: [],
    ...draft,
    ...input,
    refusal: null,
    problem: null,
    failures: 0,
  }),
  on: screenTransitions('signup', () => take),
  states: {
    opening: {
      description: 'O cadastro abre na tela pedida; se falta uma resposta antes, volta a ela.',
      entry: raise(({ context }) => context.asked),
    },
    account: {
      description: 'A pessoa lê e aceita os termos; depois diz o nome.',
      tags: 'editable',
      on: {
        'terms.accepted': { actions: { type: 'keepTerms', params: fromEvent } },
        'terms.withdrawn': { actions: 'dropTerms' },
        'signup.begun': { guard: 'hasTerms', target: 'name', actions: goTo('signup.name') },
      },
    },
    name: {
      description: 'A pessoa diz o nome; depois vem o CPF.',
      tags: 'editable',
      always: needsTerms,
      on: {
        'name.submitted': {
          guard: { type: 'isName', params: fromEvent },
          target: 'identification',
          actions: [{ type: 'keepName', params: fromEvent }, goTo('signup.identification')],
        },
        'answer.edited': { actions: { type: 'keepTyped', params: fromEvent } },
      },
    },
    identification: {
      description: 'A pessoa diz o CPF e o que só esta loja pergunta; depois vem o outro contato.',
      initial: 'asking',
      always: [needsTerms, needsName],
      states: {
        asking: {
          description: 'A pessoa diz o CPF; se a loja pergunta mais alguma coisa, isso vem em seguida.',
          tags: 'editable',
          on: {
            'identification.submitted': {
              guard: { type: 'isIdentification', params: fromEvent },
              target: 'details',
              actions: { type: 'keepIdentification', params: fromEvent },
            },
            'answer.edited': { actions: { type: 'keepTyped', params: fromEvent } },
          },
        },
        details: {
          description: 'A pessoa responde ao que só esta loja pergunta; depois vem o outro contato.',
          tags: ['editable', 'details'],
          always: { guard: 'asksNoMore', ...toSecond },
          on: {
            'details.changed': {
              actions: { type: 'keepDetails', params: fromEvent<{ patch: Record<string, unknown> }> },
            },
            // What is missing is said at its field, by the form, which sends nothing before.
            'details.submitted': { guard: 'isDetailed', ...toSecond },
          },
        },
      },
    },
    verification,
    activation,
    postalCode: {
      description: 'A pessoa diz o CEP e completa o endereço; com isso o cadastro é feito.',
      initial: 'entering',
      always: answeredFirst,
      states: {
        entering: {
          description: 'A loja vê se já conhece a rua ou se é preciso perguntar o CEP.',
          always: [{ guard: 'hasStreet', target: 'found' }, { target: 'typing' }],
        },
        typing: {
          description: 'O CEP está sendo digitado; completo, o endereço é procurado.',
          tags: 'editable',
          on: { 'postalCode.submitted': lookUp, 'postalCode.typed': lookUp },
        },
        lookingUp: {
          description: 'O endereço deste CEP está sendo procurado.',
          tags: 'busy',
          on: {
            'postalCode.typed': [
              lookUpOther,
              { guard: { type: 'isSamePostalCode', params: typed } },
              { target: 'typing' },
            ],
          },
          invoke: {
            id: 'lookUp',
            src: 'lookUpPostalCode',
            input: ({ context }) => ({ postalCode: context.address?.postalCode ?? '' }),
            onDone: [
              {
                guard: { type: 'isKnown', params: ({ event }) => ({ address: event.output }) },
                target: 'found',
                actions: { type: 'keepFound', params: ({ event }) => ({ address: event.output }) },
              },
              { target: 'unknown' },
            ],
            // No lookup is no reason to stop: the fields are filled by hand.
            onError: { target: 'unknown', actions: note },
          },
        },
        found: { description: 'A rua foi encontrada; a pessoa completa o número e envia.', ...filling },
        unknown: { description: 'O CEP não trouxe rua; a pessoa escreve o endereço inteiro.', ...filling },
      },
    },
    proposed: {
      description: 'Todas as respostas estão dadas; a loja vê se o contato ainda vale como prova.',
      always: [
        { guard: 'lacksPerson', target: 'unproven' },
        { guard: 'lacksGrant', target: 'proving' },
        { target: 'creating' },
      ],
    },
    creating: {
      description: 'A conta está sendo criada; ninguém sai antes da resposta.',
      tags: 'busy',
      on: { 'asked.*': {} }, // a grant is being spent: nobody leaves before the answer
      invoke: {
        id: 'create',
        src: 'createAccount',
        input: ({ context }) => ({
          userId: context.userId,
          signupGrant: context.signupGrant,
          leadId: context.leadId,
          body: bodyOf(context),
        }),
        onDone: {
          target: 'created',
          actions: { type: 'notifyAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: [
          { guard: ifPassing, target: 'waiting', actions: note },
          { guard: { type: 'isTaken', params: failure }, target: 'confirming', actions: note },
          { guard: { type: 'isUnproven', params: failure }, target: 'proving', actions: 'forgetGrant' },
          { guard: { type: 'isRefused', params: failure }, target: 'refused', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    /**
     * Half an hour is over since the code: another one, asked for here, and the account is made of the same
     * answers.
     */
    proving: {
      description: 'Passou meia hora: a pessoa confirma o contato com outro código, sem perder respostas.',
      tags: 'editable',
      invoke: {
        id: 'proof',
        src: 'proof',
        input: ({ context }) => known(context),
        onDone: {
          target: 'creating',
          actions: [
            { type: 'keepGrant', params: fromOutput },
            { type: 'notifyProved', params: fromOutput },
          ],
        },
      },
    },
    waiting: {
      description: 'Sem internet: não se sabe se a conta foi criada; a loja vai conferir.',
      tags: ['busy', 'offline'],
      ...retryOnReturn('confirming'),
    },
    confirming: {
      description: 'A loja confere se a conta já existe antes de criar outra vez.',
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'findAccount',
        input: {},
        onDone: [
          {
            guard: { type: 'isAccount', params: ({ event }) => ({ account: event.output }) },
            target: 'created',
            actions: { type: 'notifyAccount', params: ({ event }) => ({ account: found(event.output) }) },
          },
          { guard: 'wasTaken', target: 'refused' },
          { target: 'creating' },
        ],
        onError: [
          { guard: ifPassing, target: 'waiting', actions: 'noteSilence' },
          { target: 'failed', actions: note },
        ],
      },
    },
    refused: {
      description: 'O servidor recusou uma resposta; a pessoa a corrige e tenta de novo.',
      tags: 'refused',
      on: { 'load.retried': 'creating' },
    },
    failed: {
      description: 'Algo inesperado impediu o cadastro; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'confirming' },
    },
    created: {
      description: 'A conta existe; a pessoa volta ao que fazia.',
      type: 'final',
      // Both ways here are answers that carry it
      output: ({ event }) => ({ outcome: 'created', account: Reflect.get(event, 'output') as Account }),
    },
    unproven: {
      description: 'Falta provar quem é antes de criar a conta; a pessoa entra primeiro.',
      type: 'final',
      output: { outcome: 'unproven' },
    },
  },
  output: ({ event }) => event.output as SignupOutput, // that of the final state reached, both above
});

/** The guard before has seen to it; said once for the compiler. */
function found(account: Account | null): Account {
  if (account === null) throw new Error('without an account another try is made');
  return account;
}
