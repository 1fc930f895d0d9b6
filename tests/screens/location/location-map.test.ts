import { describe, expect, it } from 'vitest';
import { address as known } from '../../support/samples.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

const visit = (...more: NonNullable<Visit['taps']>[number][1][]) =>
  screenAt(
    'address.location',
    {},
    {
      who: { who: 'visitor' },
      taps: [
        { type: 'postalCode.submitted', postalCode: '01310100' },
        { type: 'address.changed', patch: { hasNumber: false } },
        { type: 'address.submitted' },
        ...more,
      ].map((event) => ['address', event] as const),
    },
  );
const north = { type: 'pin.moved', direction: 'north', metres: 10 };
const west = { type: 'pin.moved', direction: 'west', metres: 50 };

describe('the screen of an address’ point', () => {
  it('is shown for a place without a number, with the text of the address and a step each way', async () => {
    const { text, html, address } = await visit();
    expect(address).toBe('/location/map');
    expect(text).toMatch(/Onde fica a porta\? Avenida Paulista.*O endereço escrito não muda/);
    expect(text).toMatch(/O ponto está onde estava\..*Confirmar local$/);
    for (const side of ['norte', 'sul', 'leste', 'oeste'])
      expect(html).toContain(`aria-label="Mover 10 m para o ${side}"`);
  });
  it('is shown for a code that told a town and no street', async () => {
    const { address: _, ...town } = known;
    const { address } = await screenAt(
      'address.location',
      {},
      {
        who: { who: 'visitor' },
        ports: { lookUpPostalCode: () => ({ ...town, streetNumber: undefined }) },
        taps: [
          { type: 'postalCode.submitted', postalCode: '12960000' },
          { type: 'address.changed', patch: { address: 'Rua A', streetNumber: '7' } },
          { type: 'address.submitted' },
        ].map((event) => ['address', event] as const),
      },
    );
    expect(address).toBe('/location/map');
  });
  it('says in metres where the pin has gone, and can bring it back', async () => {
    const { text } = await visit(north, north, west);
    expect(text).toContain('20 m ao norte e 50 m a oeste de onde estava');
    expect(text).toContain('Voltar o ponto ao começo');
    expect((await visit(north, { type: 'pin.reset' })).text).toContain('O ponto está onde estava.');
  });
  it('goes on to the details', async () => {
    expect((await visit(north, { type: 'pin.confirmed' })).address).toBe('/location/simple/details');
  });
});
