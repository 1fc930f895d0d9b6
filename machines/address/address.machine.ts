import { assertEvent, raise } from 'xstate';
import type { Address } from '#contract/place.ts';
import { normaliseCep } from '#domain/place/cep.ts';
import { lockedBy } from './fill.ts';
import { mapStates, ofAddress } from './map-states.ts';
import { screenTransitions } from '#machines/navigation/screen-edges.ts';
import { failure, fromOutput, retryOnReturn } from '#machines/port.ts';
import { type Code, addressSetup } from './setup.ts';

const note = { type: 'noteProblem', params: failure } as const;
const asTyped = { type: 'keepAddress', params: ({ event }: { event: { patch: Address } }) => event } as const;
const code = ({ event }: { event: Code }) => event;
const lookUp = [
  {
    guard: { type: 'isPostalCode', params: code },
    target: '#address.location.lookingUp',
    actions: { type: 'keepPostalCode', params: code },
  },
  { target: '#address.location.invalid' },
] as const;
const toNumber = { type: 'goTo', params: { screen: 'address.number' } } as const;
const toDetails = { type: 'goTo', params: { screen: 'address.details' } } as const;
const toGeolocation = { type: 'goTo', params: { screen: 'address.geolocation' } } as const;
const toPin = { type: 'goTo', params: { screen: 'address.pin' } } as const;
const saved = ({ event }: { event: { address: Address } }) => event;
const choose = { type: 'choose', params: saved } as const;
const choosing = {
  'address.chosen': [
    { guard: { type: 'isWhole', params: saved }, target: '#address.done', actions: choose },
    { target: '#address.number', actions: [choose, toNumber] },
  ],
  'edit.requested': {
    target: '#address.number',
    actions: [{ type: 'beginEdit', params: saved }, toNumber],
  },
  'postalCode.submitted': lookUp,
  'gps.requested': '#address.location.locating',
} as const;
/** What is not saved may be used; one that is only changed stays what it was. */
const kept = { guard: 'isNew', target: '#address.done' } as const;
const told = [
  { type: 'notifyAccount', params: fromOutput },
  { type: 'notifyTwin', params: fromOutput },
] as const;
const toBook = { type: 'goTo', params: { screen: 'address.location' } } as const;

/**
 * Where to deliver: one of the saved addresses, a postal code, or the position of the device; then the
 * number, or none; then where that is on the map, unless the code told; then what helps whoever comes there (D82).
 * A code that the lookup does not know opens every field (features B12). A client's new address is saved;
 * failing to save never keeps anybody from using it. One of the account is changed on the same screens and saved
 * in its place (decision 137).
 * Tells the app `location.chosen`, `account.changed` and that an address was there already.
 * Source: spec.md §4 Location, §5; D31, D32.
 */
export const addressMachine = addressSetup.createMachine({
  id: 'address',
  description: 'Onde a pessoa quer receber: pelo CEP, pelo aparelho ou por um endereço salvo.',
  initial: 'opening',
  context: ({ input: { draft, ...input } }) => ({
    ...input,
    refusal: null,
    address: input.location,
    locked: input.location ? lockedBy(input.location, input.form) : [],
    known: input.location !== null,
    editing: null,
    ...draft,
    denied: false,
    located: null,
    pin: null,
    problem: null,
    failures: 0,
  }),
  on: screenTransitions('address'),
  states: {
    opening: { description: 'O endereço abre na tela pedida.', entry: raise(({ context }) => context.asked) },
    location: {
      description: 'A pessoa diz o CEP, usa o lugar do aparelho ou escolhe um endereço salvo.',
      initial: 'choosing',
      states: {
        choosing: { description: 'A pessoa escolhe como dizer onde está.', tags: 'editable', on: choosing },
        invalid: {
          description: 'Este CEP não existe assim; a pessoa o corrige.',
          tags: ['editable', 'refused'],
          entry: 'pointToCode',
          on: { ...choosing, 'answer.edited': 'choosing' },
        },
        lookingUp: {
          description: 'A rua deste CEP está sendo procurada; depois se pede o número.',
          tags: 'busy',
          invoke: {
            id: 'lookUp',
            src: 'lookUpPostalCode',
            input: ({ event }) => {
              assertEvent(event, 'postalCode.submitted');
              return { postalCode: normaliseCep(event.postalCode) ?? event.postalCode };
            },
            onDone: {
              target: '#address.number',
              actions: [{ type: 'keepFound', params: ({ event }) => ({ address: event.output }) }, toNumber],
            },
            // No answer opens the fields as well.
            onError: { target: '#address.number', actions: [note, toNumber] },
          },
        },
        locating: {
          description: 'O aparelho procura onde está; a pessoa pode digitar o CEP enquanto isso.',
          tags: 'busy',
          on: { 'postalCode.submitted': lookUp },
          invoke: {
            id: 'locate',
            src: 'locate',
            input: {},
            onDone: [
              // A point is enough to list what is near; the number is asked at the checkout.
              {
                guard: { type: 'isFound', params: ({ event }) => ({ located: event.output }) },
                target: '#address.done',
                actions: { type: 'keepPoint', params: ({ event }) => ({ located: event.output }) },
              },
              { target: 'choosing', actions: 'noteDenied' },
            ],
            onError: { target: 'choosing', actions: [note, 'noteDenied'] },
          },
        },
      },
    },
    number: {
      description: 'A pessoa diz o número e o que falta do endereço.',
      initial: 'typing',
      tags: 'editable',
      always: {
        guard: 'lacksPostalCode',
        target: 'location',
        actions: { type: 'refuse', params: { reason: 'address.missing' } },
      },
      on: {
        'address.changed': { actions: asTyped },
        'fields.unlocked': { actions: 'unlock' },
        'postalCode.submitted': lookUp,
        'address.submitted': [
          { guard: 'isUnplaced', target: 'geolocation', actions: toGeolocation },
          { guard: 'isVague', target: 'pin', actions: toPin },
          { guard: 'isNumbered', target: 'details', actions: toDetails },
          { target: '.invalid' },
        ],
      },
      states: {
        typing: {
          description: 'O número está sendo dito; depois vem o ponto no mapa ou o que ajuda quem chega.',
        },
        invalid: {
          description: 'Falta algo no endereço; a tela aponta o quê.',
          tags: 'refused',
          entry: 'pointToGap',
        },
        refused: {
          description:
            'O servidor não aceitou um campo: a tela diz qual e por quê; dá para seguir sem guardar.',
          tags: 'refused',
          on: { 'address.changed': { target: 'typing', actions: asTyped }, 'address.kept': kept },
        },
      },
    },
    ...mapStates,
    details: {
      description: 'A pessoa diz complemento, referência e um nome para o endereço, e o guarda.',
      initial: 'typing',
      tags: 'editable',
      always: ofAddress,
      on: {
        'address.changed': { actions: asTyped },
        'address.submitted': [
          { guard: 'isFilled', target: 'filled', actions: 'dropUnasked' },
          { target: '.invalid' },
        ],
      },
      states: {
        typing: { description: 'Os campos estão sendo preenchidos; completos, o endereço é guardado.' },
        invalid: {
          description: 'A loja pede algo que falta; a tela aponta o quê.',
          tags: 'refused',
          entry: 'pointToGap',
        },
        refused: {
          description: 'O servidor não aceitou um destes campos; dá para corrigir ou seguir sem guardar.',
          tags: 'refused',
          on: { 'address.changed': { target: 'typing', actions: asTyped }, 'address.kept': kept },
        },
        contested: {
          description:
            'O endereço mudou em outro aparelho enquanto era editado: a pessoa vê os dois e diz qual vale.',
          tags: 'refused',
          on: { 'theirs.chosen': { target: '#address.location', actions: ['endEdit', toBook] } },
        },
      },
    },
    filled: {
      description: 'O endereço está completo; quem tem conta o guarda nela.',
      always: [{ guard: 'isClient', target: 'saving' }, { target: 'done' }],
    },
    saving: {
      description: 'O endereço está sendo guardado na conta.',
      tags: 'busy',
      on: { 'asked.*': {} },
      invoke: {
        id: 'save',
        src: 'saveAddress',
        input: ({ context: { address, editing } }) => ({
          type: 'save',
          address: address ?? {},
          seen: editing,
        }),
        onDone: [
          {
            guard: { type: 'isContested', params: fromOutput },
            target: 'details.contested',
            actions: [{ type: 'keepContested', params: fromOutput }, ...told],
          },
          {
            guard: 'isInUse',
            target: 'location',
            actions: [...told, { type: 'adoptEdit', params: fromOutput }, 'notifyLocation', toBook],
          },
          { guard: 'isEditing', target: 'location', actions: [...told, 'endEdit', toBook] },
          { target: 'done', actions: [...told, { type: 'keepSaved', params: fromOutput }] },
        ],
        onError: [
          { guard: { type: 'isPassing', params: failure }, target: 'waiting', actions: note },
          {
            guard: { type: 'isOvertaken', params: failure },
            target: 'saving',
            reenter: true,
            actions: note,
          },
          {
            guard: { type: 'isOfPlace', params: failure },
            target: 'number.refused',
            actions: [note, { type: 'unlockRefused', params: failure }, toNumber],
          },
          { guard: { type: 'isOfField', params: failure }, target: 'details.refused', actions: note },
          { target: 'unsaved', actions: note },
        ],
      },
    },
    waiting: {
      description: 'Sem internet para guardar; a loja tenta de novo, ou a pessoa segue sem guardar.',
      tags: 'offline',
      ...retryOnReturn('saving'),
      on: { ...retryOnReturn('saving').on, 'address.kept': kept },
    },
    unsaved: {
      description: 'O servidor não guardou o endereço; a pessoa tenta de novo ou segue sem guardar.',
      tags: 'failed',
      on: {
        'address.changed': { target: 'details', actions: asTyped },
        'load.retried': 'saving',
        'address.kept': kept,
      },
    },
    done: {
      description: 'O lugar é conhecido; a pessoa volta de onde veio.',
      type: 'final',
      entry: 'notifyLocation',
    },
  },
  output: ({ context }) => ({ location: context.address ?? {} }),
});
