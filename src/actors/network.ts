import { type EventObject, type NonReducibleUnknown, fromCallback } from 'xstate';

type NetworkEvent = { type: 'network.lost' } | { type: 'network.restored' };

/**
 * Port of the network chart: what the browser says about its connection. On the server there is always one.
 */
export const networkActors = {
  watchNetwork: fromCallback<EventObject, NonReducibleUnknown, NetworkEvent>(({ sendBack }) => {
    if (typeof window === 'undefined') return;
    const lost = () => sendBack({ type: 'network.lost' });
    const restored = () => sendBack({ type: 'network.restored' });
    window.addEventListener('offline', lost);
    window.addEventListener('online', restored);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', restored);
    };
  }),
};
