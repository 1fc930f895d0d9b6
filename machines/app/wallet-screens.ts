import { gatesOfClients } from './gates.ts';
import { appSetup } from './setup.ts';

/** The wallets of a client: all of them, and one with its statement. */
export const walletScreens = {
  wallets: appSetup.createStateConfig({
    description:
      'As carteiras da pessoa com os saldos, o que vence antes primeiro; só abre para quem entrou.',
    entry: 'notifyWallets',
    always: gatesOfClients,
  }),
  walletDetails: appSetup.createStateConfig({
    description: 'Uma carteira por dentro: os saldos com os seus prazos e o extrato.',
    entry: 'notifyWallets',
    always: gatesOfClients,
  }),
};
