import type { Located } from '#domain/place/located.ts';
import { fromEvent } from '#machines/port.ts';

const goTo = (screen: 'address.pin' | 'address.details') => ({ type: 'goTo', params: { screen } }) as const;
const refuse = (reason: 'address.missing' | 'number.missing' | 'point.missing') =>
  ({ type: 'refuse', params: { reason } }) as const;
/** What stands on the details, or on the map, is of an address that is at work (D82). */
export const ofAddress = [
  { guard: 'lacksPostalCode', target: '#address.location', actions: refuse('address.missing') },
  { guard: 'lacksNumber', target: '#address.number', actions: refuse('number.missing') },
] as const;

const located = ({ event }: { event: { output: Located } }) => ({ located: event.output });
const again = { 'gps.requested': '#address.geolocation.locating' } as const;
const pinned = {
  'pin.requested': { target: '#address.pin', actions: ['keepLocated', goTo('address.pin')] },
} as const;

/** Where an address is on the map: by the device, or by a pin that is moved. */
export const mapStates = {
  geolocation: {
    description: 'A loja explica por que quer saber onde fica o endereço e pergunta ao aparelho.',
    initial: 'explaining',
    always: ofAddress,
    on: { 'geolocation.declined': { target: '#address.details', actions: goTo('address.details') } },
    states: {
      explaining: {
        description: 'A pessoa lê por que a localização ajuda; permite ou segue sem ela.',
        tags: 'editable',
        on: again,
      },
      locating: {
        description: 'O aparelho procura onde está.',
        tags: 'busy',
        invoke: {
          id: 'locateHere',
          src: 'locate',
          input: {},
          onDone: [
            { guard: { type: 'isDenied', params: located }, target: 'denied' },
            { guard: { type: 'isUnlocated', params: located }, target: 'timedOut' },
            { guard: { type: 'isAbroad', params: located }, target: 'abroad' },
            {
              guard: { type: 'isRough', params: located },
              target: 'rough',
              actions: { type: 'noteLocated', params: located },
            },
            { target: 'found', actions: { type: 'noteLocated', params: located } },
          ],
          onError: 'timedOut',
        },
      },
      found: {
        description: 'O aparelho disse onde está; a pessoa confirma que é ali, ou ajusta o ponto.',
        tags: 'known',
        on: {
          ...again,
          ...pinned,
          'point.confirmed': {
            target: '#address.details',
            actions: ['keepLocated', goTo('address.details')],
          },
        },
      },
      rough: {
        description: 'O aparelho sabe só mais ou menos onde está; a pessoa ajusta o ponto ou tenta de novo.',
        tags: 'refused',
        on: { ...again, ...pinned },
      },
      denied: {
        description: 'A pessoa não deixou o aparelho dizer onde está; segue sem isso ou troca o CEP.',
        tags: 'refused',
        on: again,
      },
      timedOut: {
        description: 'O aparelho não achou onde está; a pessoa tenta de novo ou segue sem isso.',
        tags: 'refused',
        on: again,
      },
      abroad: {
        description: 'O aparelho diz que está fora do Brasil; a pessoa tenta de novo ou segue sem isso.',
        tags: 'refused',
        on: again,
      },
    },
  },
  pin: {
    description: 'A pessoa põe o ponto onde o endereço é de verdade; o texto do endereço fica como está.',
    tags: 'editable',
    entry: 'startPin',
    always: [
      ...ofAddress,
      { guard: 'lacksPoint', target: '#address.geolocation', actions: refuse('point.missing') },
    ],
    on: {
      'pin.moved': { actions: { type: 'movePin', params: fromEvent } },
      'pin.dropped': {
        guard: { type: 'isAtHome', params: fromEvent },
        actions: { type: 'dropPin', params: fromEvent },
      },
      'pin.reset': { actions: 'startPin' },
      'pin.confirmed': { target: '#address.details', actions: ['keepPin', goTo('address.details')] },
    },
  },
} as const;
