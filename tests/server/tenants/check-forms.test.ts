import { describe, expect, it } from 'vitest';
// The import has the wire's texts loaded: what it says is the same.
import '#server/http/malformed.ts';
import { spoil } from '#tests/support/tenants/spoilt-tenant.ts';

const swap = (from: string, to: string) => (text: string) => text.replace(from, to);

describe('the form of an address in a tenant folder', () => {
  it.each([
    [
      'a field that is not there',
      swap('"field": "addressType"', '"field": "kind"'),
      /tenant\.json, clube, addressForm, department, dependsOn: não há um campo "kind"/,
    ],
    [
      'a group that is not there',
      swap('"group": "work"', '"group": "home"'),
      /tenant\.json, clube, addressForm, department, group: não há um grupo "home"/,
    ],
    [
      'a part of the address as a field',
      swap('"name": "badge"', '"name": "latitude"'),
      /tenant\.json, clube, addressForm: "latitude" é uma parte do endereço, não um campo/,
    ],
    [
      'a field twice',
      swap('"name": "badge"', '"name": "department"'),
      /tenant\.json, clube, addressForm, name: "department" aparece duas vezes/,
    ],
  ])('names %s', async (_, anew, said) => {
    expect(await spoil('tenant.json', anew)).toMatch(said);
  });
});

describe('the form of a person in a tenant folder', () => {
  const inPersonal = (from: string | RegExp, to: string) => (text: string) => {
    const at = text.indexOf('"personalForm"');
    return text.slice(0, at) + text.slice(at).replace(from, to);
  };
  it.each([
    [
      'a part of the account as a field',
      inPersonal('"name": "department"', '"name": "addresses"'),
      /tenant\.json, clube, personalForm: "addresses" é uma parte do cadastro, não um campo/,
    ],
    [
      'a photo, which a sign-up cannot take',
      inPersonal('"type": "select"', '"type": "file"'),
      /tenant\.json, clube, personalForm, department: o cadastro não pede fotos/,
    ],
    [
      'a choice without options',
      inPersonal(/"options": \[[^\]]*\]/, '"options": []'),
      /tenant\.json, clube, personalForm, department, options: faltam as opções/,
    ],
    [
      'a field that follows from a part of the account',
      inPersonal(/"options": \[[^\]]*\]/, '"dependsOn": { "field": "email", "equals": "x" }'),
      /tenant\.json, clube, personalForm, department, dependsOn: "email" não é um campo da loja/,
    ],
  ])('names %s', async (_, anew, said) => {
    expect(await spoil('tenant.json', anew)).toMatch(said);
  });
});
