import type { ScreenDef } from './screen-def.ts';
import { about, ofCampaign } from './search.ts';

/** The rows of the screen table (`screens.ts`) that are about places. */
export const placeScreens = {
  'app.clickAndCollect': { path: '/c&c', title: 'Retirada', search: about, tab: 'orders' },
  'app.campaignDeliveryArea': {
    path: '/deliveryarea',
    title: 'Onde entregamos',
    search: ofCampaign,
    early: true,
    tab: 'campaigns',
  },
  'app.pickupStore': {
    path: '/pickupstore',
    title: 'Onde retirar',
    search: ofCampaign,
    early: true,
    frame: 'goods',
    tab: 'campaigns',
  },
  'app.map': { path: '/map', title: 'Perto de você', early: true, tab: 'campaigns' },
  'address.location': { path: '/location', title: 'Onde entregar' },
  'address.number': { path: '/addressnumber', name: 'addressNumber', title: 'Número', history: 'passing' },
  'address.geolocation': {
    path: '/geolocationmap',
    name: 'geolocationMap',
    title: 'Onde fica',
    history: 'passing',
  },
  'address.pin': {
    path: '/location/map',
    name: 'locationMap',
    title: 'Ajustar o ponto',
    history: 'passing',
  },
  'address.details': {
    path: '/location/simple/details',
    name: 'locationSimpleDetails',
    title: 'Detalhes do endereço',
    history: 'passing',
  },
} as const satisfies Record<string, ScreenDef>;
