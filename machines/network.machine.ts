import { sendTo, setup } from 'xstate';
import { toParent } from './notify.ts';
import { source } from './port.ts';

export type NetworkNotification = { type: 'network.lost' } | { type: 'network.restored' };

/**
 * Whether calls have a chance. Tells the app, which tells the others. Charts wait by it; none concludes
 * anything about a person from it.
 */
export const networkMachine = setup({
  types: {
    input: {} as { online: boolean },
    context: {} as { online: boolean },
    events: {} as NetworkNotification,
    tags: {} as 'offline',
  },
  actors: { watchNetwork: source<NetworkNotification>('watchNetwork') },
  guards: { wasOffline: ({ context }) => !context.online },
  actions: {
    notifyLost: sendTo(toParent<NetworkNotification>, { type: 'network.lost' }),
    notifyRestored: sendTo(toParent<NetworkNotification>, { type: 'network.restored' }),
  },
}).createMachine({
  id: 'network',
  description: 'Se há internet neste aparelho; as outras partes esperam por isto.',
  initial: 'starting',
  context: ({ input }) => ({ online: input.online }),
  invoke: { id: 'watchNetwork', src: 'watchNetwork' },
  states: {
    starting: {
      description: 'A loja vê se o aparelho está conectado.',
      always: [{ guard: 'wasOffline', target: 'offline' }, { target: 'online' }],
    },
    online: {
      description: 'Há internet; se ela cair, um aviso aparece.',
      on: { 'network.lost': { target: 'offline', actions: 'notifyLost' } },
    },
    offline: {
      description: 'Não há internet; quando ela voltar, tudo o que esperava continua.',
      tags: 'offline',
      on: { 'network.restored': { target: 'online', actions: 'notifyRestored' } },
    },
  },
});
