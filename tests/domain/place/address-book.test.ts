import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Address } from '#contract/place.ts';
import {
  MOST_ADDRESSES,
  changedBook,
  isBookFull,
  isTooMany,
  withoutTwins,
} from '#domain/place/address-book.ts';
import { isSameAddress, isSamePlace } from '#domain/place/same-address.ts';
import { RUNS } from '../arbitraries.ts';

const home: Address = {
  id: 'a',
  alias: 'Casa',
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  streetNumber: '482',
  complement: 'Apto 31',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.55,
  longitude: -46.69,
};
const work: Address = { ...home, id: 'b', alias: 'Trabalho', postalCode: '01310-100', streetNumber: '1000' };
const typed = ({ id: _, alias: _alias, ...address }: Address, more: Address = {}): Address => ({
  ...address,
  ...more,
});

describe('whether two addresses are one place', () => {
  it('goes by code, number and complement, whatever their letters', () => {
    expect(isSamePlace(home, { ...home, complement: ' ápto. 31 ', postalCode: '05435000' })).toBe(true);
    expect(isSamePlace(home, { ...home, complement: undefined })).toBe(false);
    expect(isSamePlace(home, { ...home, streetNumber: '48' })).toBe(false);
    expect(isSamePlace(home, { ...home, postalCode: '05435-001' })).toBe(false);
    expect(isSamePlace({ ...work, address: 'Av. Paulista' }, { ...work, address: 'Avenida Paulista' })).toBe(
      true,
    );
  });
  it('looks at the street where a town has one code, and at the point where there is no number', () => {
    const inTown = { ...home, postalCode: '12530-000' };
    expect(isSamePlace(inTown, { ...inTown, address: 'rua harmónia' })).toBe(true);
    expect(isSamePlace(inTown, { ...inTown, address: 'Rua do Meio' })).toBe(false);
    const bare = { ...work, streetNumber: 'S/N', hasNumber: false };
    expect(isSamePlace(bare, { ...bare, streetNumber: undefined, latitude: -23.5501 })).toBe(true);
    expect(isSamePlace(bare, { ...bare, latitude: -23.56 })).toBe(false);
  });
  it('goes by their ids where both have one', () => {
    expect(isSameAddress(home, { ...work, id: 'a' })).toBe(true);
    expect(isSameAddress(home, { ...home, id: 'b' })).toBe(false);
    expect(isSameAddress(home, typed(home))).toBe(true);
  });
});

describe('the addresses of an account', () => {
  const book = [home, work];
  const save = (address: Address, seen: Address | null = null, from = book) =>
    changedBook(from, { type: 'save', address, seen });

  it('get a new one at their end, so that the one of always stays', () => {
    const other = typed(home, { streetNumber: '7' });
    expect(save(other)).toEqual({
      addresses: [home, work, other],
      answer: 'done',
      address: other,
      theirs: null,
    });
  });
  it('know one that is there already, and keep what was said of it now', () => {
    const again = typed(home, {
      complement: 'APTO 31',
      reference: 'Portão verde',
      latitude: -23.1,
      longitude: -46,
    });
    const { addresses, answer, address } = save(again);
    expect(answer).toBe('twin');
    expect(address).toEqual({ ...home, complement: 'APTO 31', reference: 'Portão verde' });
    expect(addresses).toEqual([address, work]);
  });
  it('take a point that the person set, not one of a code, over the one that is there', () => {
    const pinned = typed(home, { latitude: -23.1, longitude: -46, hasCustomCoordinates: true });
    expect(save(pinned).address).toMatchObject({ id: 'a', latitude: -23.1, hasCustomCoordinates: true });
    const { latitude: _1, longitude: _2, ...unplaced } = home;
    expect(save(typed(home), null, [unplaced]).address).toMatchObject({ latitude: -23.55 });
  });
  it('have an edited one in its place', () => {
    const edited = { ...home, alias: 'Lar', complement: undefined };
    expect(save(edited, home).addresses).toEqual([edited, work]);
    expect(save({ ...home, alias: 'Lar' }, null).addresses).toEqual([{ ...home, alias: 'Lar' }, work]);
  });
  it('have one where an edited one became another, before both of them', () => {
    const { addresses, answer } = save({ ...work, ...typed(home), reference: 'Banca' }, work);
    expect([answer, addresses]).toEqual(['twin', [{ ...home, alias: 'Trabalho', reference: 'Banca' }]]);
  });
  it('keep what changed elsewhere beside what was changed here', () => {
    const theirs = { ...home, reference: 'Banca', attrs: { b: 1, a: 2 } };
    const { addresses, answer } = save({ ...home, alias: 'Lar' }, home, [work, theirs]);
    expect([answer, addresses]).toEqual(['done', [work, { ...theirs, alias: 'Lar' }]]);
  });
  it('are not written over what changed elsewhere before it was seen', () => {
    const theirs = { ...home, alias: 'Lar', reference: 'Banca' };
    expect(save({ ...home, alias: 'Minha casa' }, home, [theirs])).toEqual({
      addresses: null,
      answer: 'contested',
      address: { ...theirs, alias: 'Minha casa' },
      theirs,
    });
    // A number there and a street here are no address together.
    const moved = { ...home, streetNumber: '500' };
    expect(save({ ...home, address: 'Rua Girassol' }, home, [moved]).answer).toBe('contested');
  });
  it('take one again that was deleted elsewhere while it was edited', () => {
    const edited = { ...home, alias: 'Lar' };
    expect(save(edited, home, [work]).addresses).toEqual([work, edited]);
  });
  it('have the one of always first', () => {
    expect(changedBook(book, { type: 'prefer', seen: work })).toMatchObject({
      addresses: [work, home],
      answer: 'done',
    });
    expect(changedBook(book, { type: 'prefer', seen: home }).addresses).toBeNull();
    expect(changedBook([home], { type: 'prefer', seen: work }).answer).toBe('gone');
  });
  it('lose one as it was seen, and none that became another', () => {
    const remove = (from: Address[]) => changedBook(from, { type: 'remove', seen: home });
    expect(remove(book)).toMatchObject({ addresses: [work], answer: 'done', address: home });
    expect(remove([work])).toMatchObject({ addresses: null, answer: 'done' });
    const theirs = { ...home, streetNumber: '500' };
    expect(remove([theirs, work])).toEqual({ addresses: null, answer: 'contested', address: theirs, theirs });
    // The order of what a store asked is none of the person's.
    const asked = { ...home, attrs: { a: 1, b: '' } };
    expect(
      changedBook([{ ...home, attrs: { b: null, a: 1 } }], { type: 'remove', seen: asked }).addresses,
    ).toEqual([]);
  });
  it('are twenty at most; more from another time stay, and get no more', () => {
    const many = (length: number) => Array.from({ length }, (_, n) => ({ ...home, id: `${n}` }));
    expect([19, 20].map((length) => isBookFull(many(length)))).toEqual([false, true]);
    expect(isTooMany(many(MOST_ADDRESSES), [])).toBe(false);
    expect(isTooMany(many(21), [])).toBe(true);
    expect(isTooMany(many(25), many(25))).toBe(false);
    expect(isTooMany(many(26), many(25))).toBe(true);
  });
  it('hold each new one once, and those that they had as they are', () => {
    const old = { ...home, id: 'c' };
    expect(withoutTwins([home, old, typed(work), typed(home, { reference: 'Banca' }), typed(work)])).toEqual([
      { ...home, reference: 'Banca' },
      old,
      typed(work),
    ]);
  });
  it('are the same when a change is made twice, and never lose another one', () => {
    const text = fc.constantFrom(undefined, '', '1', '2');
    const some = fc.record({ complement: text, reference: text, streetNumber: fc.constantFrom('1', '2') });
    const books = fc
      .array(some, { maxLength: 5 })
      .map((all) => all.map((one, n) => ({ ...work, ...one, id: `${n}` })));
    fc.assert(
      fc.property(
        books,
        some,
        fc.nat(5),
        fc.constantFrom('add', 'save', 'remove', 'prefer'),
        (had, parts, at, type) => {
          const seen = had[at] ?? { ...work, id: 'gone' };
          const change =
            type === 'add'
              ? ({ type: 'save', address: typed(work, parts), seen: null } as const)
              : type === 'save'
                ? ({ type: 'save', address: { ...seen, ...parts }, seen } as const)
                : ({ type: type === 'remove' ? 'remove' : 'prefer', seen } as const);
          const after = changedBook(had, change).addresses ?? had;
          const again = changedBook(after, change).addresses ?? after;
          expect(again).toEqual(after);
          const touched = new Set([
            seen.id,
            ...had.filter((one) => isSamePlace(one, { ...seen, ...parts })).map(({ id }) => id),
          ]);
          for (const one of had) if (!touched.has(one.id)) expect(after).toContainEqual(one);
        },
      ),
      RUNS,
    );
  });
});
