import { describe, expect, it } from 'vitest';
import { address } from '../../support/samples.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

const { latitude: _1, longitude: _2, streetNumber: _3, ...unplaced } = address;
const here = { latitude: -23.56, longitude: -46.65, accuracy: 12 };
type Taps = NonNullable<Visit['taps']>;
const numbered: Taps = [
  ['address', { type: 'postalCode.submitted', postalCode: '01310100' }],
  ['address', { type: 'address.changed', patch: { streetNumber: '1578' } }],
  ['address', { type: 'address.submitted' }],
];
const asked = (located?: object, ...more: string[]) =>
  screenAt(
    'address.location',
    {},
    {
      who: { who: 'visitor' },
      taps: [
        ...numbered,
        ...[...(located ? ['gps.requested'] : []), ...more].map((type) => ['address', { type }] as const),
      ],
      ports: { lookUpPostalCode: () => unplaced, locate: () => located },
    },
  );

describe('the screen that asks the device where an address is', () => {
  it('says why before anything is asked, and that one can do without', async () => {
    const { text, address: path } = await asked();
    expect(path).toBe('/geolocationmap');
    expect(text).toMatch(
      /Você está neste endereço\? Avenida Paulista, 1578 .*O mapa não conhece este endereço/,
    );
    expect(text).toMatch(/Permitir localização.*Agora não$/);
    expect((await asked(undefined, 'geolocation.declined')).address).toBe('/location/simple/details');
  });
  it('shows how sure the device is, and waits for a yes', async () => {
    expect((await asked(here)).text).toMatch(/É aqui\?.*com 12 m de folga.*Confirmar local Ajustar o ponto/);
    expect((await asked(here, 'point.confirmed')).address).toBe('/location/simple/details');
  });
  it.each([
    ['a denial', { problem: 'denied' }, /não deixou a loja ver.*Tentar de novo Seguir sem localização$/],
    ['silence', { problem: 'timedOut' }, /não achou onde você está\..*Tentar de novo Seguir sem/],
    ['a place abroad', { ...here, latitude: 38.7, longitude: -9.1 }, /fora do Brasil.*Tentar de novo/],
    ['a rough place', { ...here, accuracy: 1240 }, /só com 1,2 km de folga.*Ajustar o ponto Tentar de novo/],
  ])('has a way on after %s, another code among them', async (_, located, says) => {
    const { text } = await asked(located);
    expect(text).toMatch(says);
    expect(text).toContain('Trocar');
    expect((await asked(located, 'geolocation.declined')).address).toBe('/location/simple/details');
  });
  it('leads a rough place to its pin', async () => {
    expect((await asked({ ...here, accuracy: 1240 }, 'pin.requested')).address).toBe('/location/map');
  });
});
