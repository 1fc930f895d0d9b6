import { lackingContact } from '#domain/person/lacking-contact.ts';
import { fromEvent, fromOutput } from '#machines/port.ts';
import { answeredFirst, known, toPostalCode } from './gates.ts';
import { type SecondStep, type SignupContext, signupSetup } from './setup.ts';

/**
 * The contact that the sign-up did not begin with: told, and proved by a code at once or never. Only the server
 * says that it is proved; what it did not say goes into the account as something that was told.
 */

const goToSecond = (screen: SecondStep) => ({ type: 'goToSecond', params: { screen } }) as const;
/** Asked before the chart of the contact begins: it would ask what this tab has sent. */
const opening = (screen: SecondStep) =>
  [
    ...answeredFirst,
    { guard: 'lacksNoContact', ...toPostalCode },
    { guard: 'isOtherChannel', actions: goToSecond(screen) },
    { target: 'asking' },
  ] as const;
const postponed = {
  guard: { type: 'isSecond', params: fromEvent<{ value: string }> },
  target: '#signup.postalCode',
  actions: [{ type: 'keepSecond', params: fromEvent<{ value: string }> }, toPostalCode.actions],
} as const;
const proved = [
  { type: 'keepGrant', params: fromEvent },
  { type: 'notifyProved', params: fromEvent },
] as const;
const passedOn = { actions: 'notifySecond' } as const;
const whileAsking = {
  'contact.postponed': postponed,
  'contact.proved': { actions: proved },
  'network.restored': passedOn,
  restored: passedOn,
} as const;
/** @param isTyping a code is on its way, and is typed here */
const asContact =
  (isTyping: boolean) =>
  ({ context }: { context: SignupContext }) => ({
    channel: lackingContact(context) ?? 'email',
    known: known(context),
    isTyping,
  });

export const verification = signupSetup.createStateConfig({
  description: 'A pessoa diz o outro contato; confirma na hora por um código ou deixa para depois.',
  initial: 'opening',
  states: {
    opening: {
      description: 'A loja vê qual contato falta; quem já provou os dois segue adiante.',
      always: opening('signup.verification'),
    },
    asking: {
      description: 'O outro contato está sendo dito; enviado o código, vem a tela dele.',
      invoke: {
        id: 'second',
        src: 'second',
        input: asContact(false),
        onSnapshot: {
          guard: { type: 'isOnItsWay', params: ({ event }) => event.snapshot },
          target: '#signup.activation',
          actions: [
            {
              type: 'keepSecond',
              params: ({ event }) => ({ value: event.snapshot.context.value }),
            },
            goToSecond('signup.activation'),
          ],
        },
      },
      on: whileAsking,
    },
  },
});

export const activation = signupSetup.createStateConfig({
  description: 'O código que foi ao outro contato é digitado; certo, a conta nasce com ele provado.',
  initial: 'opening',
  states: {
    opening: {
      description: 'A loja vê se falta provar um contato antes de pedir o código.',
      always: opening('signup.activation'),
    },
    asking: {
      description: 'O código do outro contato é digitado e conferido; deixar para depois também vale.',
      invoke: {
        id: 'second',
        src: 'second',
        input: asContact(true),
        onDone: {
          target: '#signup.postalCode',
          actions: [{ type: 'keepProved', params: fromOutput }, toPostalCode.actions],
        },
      },
      on: whileAsking,
    },
  },
});
