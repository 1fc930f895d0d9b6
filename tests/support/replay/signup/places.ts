import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import { isFilled } from '#machines/address/fill.ts';
import { press } from '../means.ts';
import type { Act } from '../tours.ts';
import { FOUND, UNKNOWN } from './answers.ts';
import { type World, contextOf, isAt, isProofOver, noteSent } from './world.ts';

const [ONE, OTHER] = ['01310100', '04538133'];
/** Postal codes that the shop knows, with a street; that of the drafts is none of them. */
const known = (
  JSON.parse(readFileSync(new URL('../../../../src/shops/feira/ceps.json', import.meta.url), 'utf8')) as {
    cep: string;
    street?: string;
    hasNumber?: boolean;
  }[]
).filter(
  ({ cep, street, hasNumber }) =>
    cep !== '01310-100' && street && !street.includes(',') && hasNumber !== false,
);
let looked = 0;
const isOfLookUp = ({ name }: Act<World>) => name === FOUND || name === UNKNOWN;
/** Another postal code than all before: nobody knows it if that is what follows. */
function freshCode(then: readonly Act<World>[]): string {
  looked += 1;
  const isUnknown = then.find(isOfLookUp)?.name === UNKNOWN;
  return isUnknown ? `99990-${String(looked).padStart(3, '0')}` : (known[looked % known.length]?.cep ?? ONE);
}
const codeField = (page: Page) => page.getByLabel('CEP', { exact: true });
const codeIn = (page: Page) => codeField(page).inputValue();
const codeOf = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).address?.postalCode?.replace('-', '');
const isShown = (snapshot: AnyMachineSnapshot) =>
  isAt(snapshot, { postalCode: { found: 'shown' } }, { postalCode: { unknown: 'shown' } });
const isRetyping = (snapshot: AnyMachineSnapshot) =>
  isAt(snapshot, { postalCode: { found: 'retyping' } }, { postalCode: { unknown: 'retyping' } });
export const isFilledIn = (snapshot: AnyMachineSnapshot) =>
  isFilled(contextOf(snapshot).address, contextOf(snapshot).form);

const erased = new WeakMap<World, string>();
/** The place, and what it leads to. */
export const places: Act<World>[] = [
  {
    name: 'types the postal code',
    events: (snapshot) =>
      snapshot.matches({ postalCode: 'typing' }) ? [{ type: 'postalCode.typed', postalCode: ONE }] : [],
    perform: ({ page }, then) => codeField(page).fill(freshCode(then)),
  },
  {
    name: 'sends the postal code of before',
    events: (snapshot) =>
      snapshot.matches({ postalCode: 'typing' }) && contextOf(snapshot).address
        ? [{ type: 'postalCode.submitted', postalCode: codeOf(snapshot) }]
        : [],
    perform: ({ page }) => press(page, 'Continuar'),
  },
  {
    name: 'types another postal code',
    events: (snapshot) =>
      snapshot.matches('postalCode') && !snapshot.matches({ postalCode: 'typing' })
        ? [
            {
              type: 'postalCode.typed',
              postalCode: codeOf(snapshot) === ONE ? OTHER : ONE,
            },
          ]
        : [],
    perform: async ({ page, gates }, then) => {
      gates.lookUp.drop();
      await codeField(page).fill(freshCode(then));
    },
  },
  {
    name: 'pastes the same postal code',
    events: (snapshot) =>
      snapshot.matches({ postalCode: 'lookingUp' })
        ? [{ type: 'postalCode.typed', postalCode: codeOf(snapshot) }]
        : [],
    // As people copy it: without the hyphen, else the field would not change.
    perform: async ({ page }) => codeField(page).fill((await codeIn(page)).replace('-', '')),
  },
  {
    name: 'erases a number while it is looked up, and types it again',
    events: (snapshot) =>
      snapshot.matches({ postalCode: 'lookingUp' })
        ? [
            { type: 'postalCode.typed', postalCode: ONE.slice(0, -1) },
            { type: 'postalCode.typed', postalCode: codeOf(snapshot) },
          ]
        : [],
    perform: async ({ page, gates }) => {
      const code = await codeIn(page);
      await codeField(page).fill(code.slice(0, -1));
      gates.lookUp.drop();
      await codeField(page).fill(code);
    },
  },
  {
    name: 'erases a number of it',
    events: (snapshot) =>
      isShown(snapshot) ? [{ type: 'postalCode.typed', postalCode: ONE.slice(0, -1) }] : [],
    perform: async (world) => {
      const code = await codeIn(world.page);
      erased.set(world, code);
      await codeField(world.page).fill(code.slice(0, -1));
    },
  },
  {
    name: 'types the number again',
    events: (snapshot) =>
      isRetyping(snapshot) ? [{ type: 'postalCode.typed', postalCode: codeOf(snapshot) }] : [],
    perform: async (world) => codeField(world.page).fill(erased.get(world) ?? ''),
  },
  {
    name: 'opens the fields of the street',
    events: (snapshot) =>
      isShown(snapshot) && contextOf(snapshot).locked.length > 0 ? [{ type: 'fields.unlocked' }] : [],
    perform: ({ page }) => press(page, 'Corrigir o endereço'),
  },
  {
    name: 'gives the number',
    events: (snapshot) =>
      snapshot.matches({ postalCode: { found: 'shown' } }) && !isFilledIn(snapshot)
        ? [
            {
              type: 'address.changed',
              patch: { streetNumber: '482', city: contextOf(snapshot).address?.city },
            },
          ]
        : [],
    perform: ({ page }) => page.getByLabel('Número', { exact: true }).fill('482'),
  },
  {
    name: 'writes the address',
    events: (snapshot) =>
      snapshot.matches({ postalCode: { unknown: 'shown' } }) && !isFilledIn(snapshot)
        ? [
            {
              type: 'address.changed',
              patch: {
                address: 'Rua Nova',
                neighborhood: 'Centro',
                city: 'Campinas',
                administrativeArea: 'SP',
                streetNumber: '7',
              },
            },
          ]
        : [],
    perform: async ({ page }) => {
      for (const [label, value] of [
        ['Rua', 'Rua Nova'],
        ['Bairro', 'Centro'],
        ['Cidade', 'Campinas'],
        ['Número', '7'],
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByLabel('Estado', { exact: true }).selectOption('SP');
    },
  },
  {
    name: 'sends the address',
    events: (snapshot) => (isShown(snapshot) && isFilledIn(snapshot) ? [{ type: 'address.submitted' }] : []),
    perform: async (world) => {
      // A code goes out by itself.
      if (isProofOver(world)) noteSent(world, world.person.phone);
      await press(world.page, 'Continuar');
    },
  },
];
