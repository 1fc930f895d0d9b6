import * as v from 'valibot';
import { TenantCampaign, TenantItem } from '#contract/tenant/tenant-catalog.ts';
import { TenantAreas, TenantCep, TenantHub, TenantShippingMethod } from '#contract/tenant/tenant-place.ts';
import { Tenant } from '#contract/tenant/tenant.ts';
import type { TenantData } from '#server/tenants/data.ts';
import { tinyDocuments } from './tiny-documents.ts';

const palette = {
  primary: '#17694A',
  onPrimary: '#FFFFFF',
  secondary: '#F2B233',
  onSecondary: '#201A0A',
  background: '#FFFFFF',
  surface: '#F6F6F2',
  text: '#1B1D1A',
  success: '#1B7F4B',
  warning: '#8A5A00',
  error: '#B3261E',
};
const shades = [
  '#EAF6F0',
  '#D0E9DD',
  '#A9D5C0',
  '#7FC0A2',
  '#5AAC87',
  '#3D9A72',
  '#2A825C',
  '#17694A',
  '#0F5138',
  '#083A27',
];
const story = { bg: '#17694A', bg2: '#0F5138', ink: '#FFFFFF', ink2: '#D0E9DD', a: '#F2B233', b: '#E2603F' };
const field = (name: string, required = true) => ({
  name,
  label: name,
  type: 'text',
  required,
  editable: true,
  hidden: false,
});
const form = (...names: string[]) => ({
  fields: names.map((name) => field(name)),
  submit: { text: 'Salvar', waitingText: 'Preencha' },
});
const address = {
  postalCode: '05435-000',
  address: 'Rua Aspicuelta',
  streetNumber: '100',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
};
const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** A square of about 20 km around the middle of São Paulo. */
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-46.8, -23.7],
      [-46.5, -23.7],
      [-46.5, -23.4],
      [-46.8, -23.4],
      [-46.8, -23.7],
    ],
  ],
};

function tenantOf(client: string, hosts: string[], name: string, isIntranet: boolean): TenantData {
  const goods = (slug: string, price: number, quantity: number) => ({
    slug,
    type: 'PRODUCT',
    name: `${slug} de teste`,
    description: `Um ${slug}.`,
    images: ['tomate-400.webp'],
    price,
    quantity,
    max: 20,
    tags: ['frutas'],
    properties: { unit: '1 kg', tint: 'leaf' },
    packages: slug === 'tomate' ? [{ id: 'caixa', name: 'Caixa', units: 6, price: price * 5 }] : [],
  });
  const campaignOf = (slug: string, priority: number, more: object) => ({
    slug,
    marketplace: 'loja',
    name: `Campanha ${slug}`,
    description: 'Uma campanha.',
    active: true,
    default: priority === 1,
    priority,
    profile: { story, motif: 'none', image: 'banca.webp' },
    story: { slides: [{ image: 'banca.webp', title: 'Título', text: 'Texto.' }] },
    areas: ['centro'],
    hubs: ['banca'],
    tags: [{ slug: 'frutas', name: 'Frutas', group: 'category', order: 1 }],
    properties: { tagline: 'Do sítio' },
    ...more,
  });
  return {
    folder: '',
    tenant: v.parse(Tenant, {
      client,
      hosts,
      default: !isIntranet,
      partner: { name, hideTitleSuffix: false },
      theme: { brand: '#17694A', displayFont: 'bricolage', palette: { ...palette, shades } },
      logo: { mark: 'logo.svg', markDark: 'logo.svg' },
      marketplaces: [
        {
          slug: 'loja',
          name,
          intranet: isIntranet,
          latitude: -23.55,
          longitude: -46.69,
          authentication: { ssoEnabled: false },
          route: { name: 'loja' },
          defaultForms: {
            personalForm: form('name', 'email', 'phone', 'cpf'),
          },
        },
      ],
      legal: {
        company: `${name} Ltda.`,
        cnpj: '11222333000181',
        fictional: true,
        address,
        email: 'ola@exemplo.com',
        phone: '(11) 3333-4444',
        hours: 'seg. a sex.',
        terms: { version: '1', sections: [] },
        privacy: { version: '1', sections: [] },
      },
      help: { label: 'Precisa de ajuda?', phone: '+5511900000000', message: 'Oi', hours: 'seg. a sex.' },
      payment: {
        methods: ['PIX', 'CREDIT_CARD', 'WALLET'],
        pix: { key: 'pix@exemplo.com', name: 'LOJA DE TESTE', city: 'SAO PAULO', minutes: 30 },
      },
      flags: { guestOrders: !isIntranet },
    }),
    campaigns: v.parse(v.array(TenantCampaign), [
      campaignOf('semana', 1, {}),
      campaignOf('depois', 2, { depends: [{ type: 'time', opensIn: 'PT5H' }] }),
      campaignOf('passou', 3, { expired: { endsIn: '-P1D' } }),
    ]),
    items: new Map(
      ['semana', 'depois', 'passou'].map((slug) => [
        slug,
        v.parse(v.array(TenantItem), [
          goods('tomate', 9.9, 100),
          goods('banana', 5.5, 50),
          goods('manga', 7.25, 3),
        ]),
      ]),
    ),
    hubs: v.parse(v.array(TenantHub), [
      {
        slug: 'banca',
        name: 'Banca',
        type: 'BOTH',
        address,
        latitude: -23.55,
        longitude: -46.69,
        areas: ['centro'],
        hours: everyDay.map((weekday) => ({ weekday, open: '06:00', close: '22:00' })),
        holidays: [],
        leadTimeMin: 60,
        cutoff: '20:00',
        pickup: { enabled: true, instructions: 'No balcão', holdDays: 2 },
        shippingMethodIds: ['entrega', 'retirada'],
      },
    ]),
    shipping: v.parse(v.array(TenantShippingMethod), [
      {
        slug: 'entrega',
        name: 'Entrega agendada',
        type: 'SCHEDULED',
        price: 9.9,
        freeAbove: 150,
        days: { min: 1, max: 3 },
        windows: [{ id: 'manha', days: everyDay, start: '08:00', end: '12:00', capacity: 50 }],
      },
      { slug: 'retirada', name: 'Retirada', type: 'PICKUP', price: 0, days: { min: 0, max: 2 } },
    ]),
    areas: v.parse(TenantAreas, {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 'centro',
          properties: { name: 'Centro', city: 'São Paulo' },
          geometry: square,
        },
      ],
    }),
    ceps: v.parse(v.array(TenantCep), [
      {
        cep: '05435-000',
        kind: 'street',
        street: 'Rua Aspicuelta',
        neighborhood: 'Vila Madalena',
        city: 'São Paulo',
        administrativeArea: 'SP',
        latitude: -23.5569,
        longitude: -46.6899,
        source: 'teste',
      },
      {
        cep: '69980-000',
        kind: 'town',
        city: 'Cruzeiro do Sul',
        administrativeArea: 'AC',
        latitude: -7.63,
        longitude: -72.67,
        source: 'teste',
      },
    ]),
    documents: tinyDocuments(),
    media: [],
  };
}

/**
 * Two small tenants for tests: `client` on feira.localhost and unknown hosts, and the company store `clube`
 * on clube.localhost. Each: campaigns semana (open), depois (opens in 5 h), passou (ended); items tomate,
 * banana, manga.
 */
export const tinyTenants = (): TenantData[] => [
  tenantOf('client', ['feira.localhost'], 'Feira de Teste', false),
  tenantOf('clube', ['clube.localhost'], 'Clube de Teste', true),
];
