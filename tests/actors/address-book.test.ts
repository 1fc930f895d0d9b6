import { addressActors } from '#actors/place/address.ts';
import { addressBookActors } from '#actors/place/address-book.ts';
import { account, address, uuid } from '#tests/support/samples.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';

const home = { ...address, id: uuid(1) };
const work = { ...address, id: uuid(2), streetNumber: '7' };
const had = { ...account, addresses: [home, work], version: 4 };
const path = '/api/accounts/client';

describe("the ports of an account's addresses", () => {
  it('change them as they are now, by the version that was read', async () => {
    const now = { ...had, addresses: [work, home], version: 5 };
    const { api, asked, sent } = apiOf({ [`GET ${path}`]: had, [`PUT ${path}`]: now });
    const { changeBook } = addressBookActors(() => Promise.resolve(api));
    expect(await run(changeBook, { type: 'prefer', seen: work })).toEqual({
      account: now,
      answer: 'done',
      address: work,
      theirs: null,
    });
    expect(asked).toEqual([`GET ${path}`, `PUT ${path}`]);
    expect(await sent[1]?.json()).toMatchObject({ version: 4, addresses: [work, home] });
  });
  it('write nothing where there is nothing to write', async () => {
    const { api, asked } = apiOf({ [`GET ${path}`]: had });
    const { changeBook } = addressBookActors(() => Promise.resolve(api));
    const theirs = { ...work, complement: 'Fundos' };
    expect(await run(changeBook, { type: 'remove', seen: theirs })).toEqual({
      account: had,
      answer: 'contested',
      address: work,
      theirs: work,
    });
    expect(asked).toEqual([`GET ${path}`]);
  });
  it('hand out a new address as the account has it', async () => {
    const typed = { ...address, streetNumber: '9' };
    const kept = { ...typed, id: uuid(3) };
    const { api, sent } = apiOf({
      [`GET ${path}`]: had,
      [`PUT ${path}`]: { ...had, addresses: [home, work, kept] },
    });
    const { saveAddress } = addressActors(api);
    expect(await run(saveAddress, { type: 'save', address: typed, seen: null })).toMatchObject({
      answer: 'done',
      address: kept,
    });
    expect(await sent[1]?.json()).toMatchObject({ addresses: [home, work, typed] });
  });
});
