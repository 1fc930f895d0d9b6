import { follow, requestForFlow } from './requests.ts';
import { gates } from './gates.ts';
import { appSetup } from './setup.ts';
import { fromOutput } from '#machines/port.ts';

/** Saying who buys without an account: it leads to the purchase, never back to where it was begun. */
export const guest = appSetup.createStateConfig({
  description: 'Quem compra sem conta diz quem é; em seguida vem o fechamento da compra.',
  initial: 'checking',
  exit: 'leaveStep',
  states: {
    checking: {
      description: 'A loja vê se aceita compra sem conta e se há o que comprar.',
      always: [
        gates.restoring,
        gates.outside,
        gates.trusted,
        gates.guestsRefused,
        gates.cartEmpty,
        { target: 'open' },
      ],
    },
    open: {
      description: 'A pessoa diz nome e celular e aceita o aviso de privacidade.',
      always: [gates.outside, gates.trusted, gates.cartEmpty],
      invoke: {
        id: 'guest',
        src: 'guest',
        input: ({ context }) => ({ asked: requestForFlow<'guest'>(context), draft: context.drafts.guest }),
        onSnapshot: {
          actions: [
            follow,
            // Who buys is known once it is kept; until then it is what stands in the fields.
            {
              type: 'keepDraft',
              params: ({ context, event }) => ({
                guest: {
                  typed: event.snapshot.context.typed,
                  guest: context.drafts.guest?.guest ?? null,
                },
              }),
            },
          ],
        },
        onDone: {
          target: '#app.returning',
          actions: [
            { type: 'notifyRecipient', params: fromOutput },
            { type: 'adoptGuest', params: fromOutput },
            'requestPurchase',
          ],
        },
      },
      on: {
        'asked.guest.*': { actions: ['clearRefusal', 'notifyGuest'] },
        'network.restored': { actions: ['notifyRoots', 'notifyGuest'] },
        restored: { actions: ['notifyRoots', 'notifyGuest'] },
      },
    },
  },
});
