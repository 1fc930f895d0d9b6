import { gates, gatesOfEverybody } from './gates.ts';

/** Which campaign it is stands in their address (D76); without one, the screen lets the person say. */
const ofCampaign = {
  entry: 'notifyCatalog',
  always: [...gatesOfEverybody, gates.missing],
} as const;

/** Where the things of a campaign are brought to, and where they are fetched. */
export const placeScreens = {
  campaignDeliveryArea: {
    description: 'Onde uma campanha entrega; a pessoa diz o CEP e sabe se chega, quando e por quanto.',
    ...ofCampaign,
  },
  pickupStore: {
    description: 'Onde retirar o que uma campanha tem; o ponto escolhido segue com o carrinho para a compra.',
    ...ofCampaign,
  },
  map: {
    description: 'O que há perto da pessoa: lojas e pontos de retirada, do mais perto ao mais longe.',
    always: gatesOfEverybody,
  },
} as const;
