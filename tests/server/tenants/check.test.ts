import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTenant } from '#server/tenants/read.ts';
import { folderOf, spoil } from '#tests/support/spoilt-tenant.ts';

describe('the reader of tenant folders', () => {
  const methods = (list: string) => (text: string) => text.replace(/"methods": \[[^\]]*\]/, `"methods": [${list}]`);
  it.each([
    [
      'an unknown field',
      'tenant.json',
      (text: string) => text.replace('"client"', '"cliente": 1, "client"'),
      /tenant\.json, campo cliente: este campo não existe/,
    ],
    [
      'a missing field',
      'campaigns.json',
      (text: string) => text.replace('"active": true,', ''),
      /campaigns\.json, campo 0\.active: falta este campo/,
    ],
    [
      'a price with three decimals',
      'items/selecao-de-socios.json',
      (text: string) => text.replace('"price": 69.9', '"price": 69.999'),
      /items\/selecao-de-socios\.json, campo 0\.price: Use no máximo duas casas decimais/,
    ],
    [
      'a picture that is not there',
      'items/selecao-de-socios.json',
      (text: string) => text.replace('azeite-extra.svg', 'azeite-raro.svg'),
      /items\/selecao-de-socios\.json, azeite-extravirgem, images: falta o arquivo "azeite-raro\.svg" na pasta media/,
    ],
    [
      'a product that nobody sells',
      'campaigns.json',
      (text: string) => text.replace('"productId": "cafe-mogiana"', '"productId": "cafe-nenhum"'),
      /discountRules: "cafe-nenhum" não existe/,
    ],
    [
      'a kit with a part that does not exist',
      'items/selecao-de-socios.json',
      (text: string) => text.replace('"type": "PRODUCT"', '"type": "KIT", "kit": [{ "id": "base", "name": "Base", "min": 2, "max": 1, "options": [{ "item": "nada-disso" }] }]'),
      /kit: "nada-disso" não existe[\s\S]*kit base: o mínimo é maior que o máximo/,
    ],
    [
      'flavours without a price of theirs',
      'items/selecao-de-socios.json',
      (text: string) => text.replace('"type": "PRODUCT"', '"type": "FLAVOR_PARENT"'),
      /flavors: todo FLAVOR_PARENT tem sabores, e só ele/,
    ],
    [
      'two people with one phone, a CPF that is none and nobody to send a code to',
      'roster.json',
      (text: string) => text.replace('"phone": "+5511900000002"', '"phone": "+5511900000001"').replace('39053344705', '39053344704'),
      /roster\.json, phone: "\+5511900000001" aparece duas vezes[\s\S]*roster\.json, A-1003, cpf: algum número não bate/,
    ],
    ['somebody who cannot be reached', 'roster.json', (text: string) => text.replace(', "phone": "+5511900000004"', ''), /roster\.json, campo 3: Diga um celular ou um e-mail/],
    ['a company that says of nobody that they may enter', 'roster.json', () => '[]', /roster\.json, campo \(arquivo\): a loja é de empresa \(intranet\) e não diz quem pode entrar/],
    ['a question of choice without a choice', 'documents/likings.json', () => '{ "gosto": { "index": 1, "title": "Gosta?", "type": "SINGLE", "options": [{ "id": "sim", "label": "Sim" }] } }', /documents\/likings\.json, campo gosto: Uma pergunta de escolha tem duas opções/],
    ['text that is no JSON', 'hubs.json', (text: string) => text.slice(1), /hubs\.json, linha 68: o arquivo não é JSON; confira vírgulas, aspas e chaves perto daqui\.$/],
    ['JSON that ends too soon', 'shipping.json', (text: string) => text.trimEnd().slice(0, -1), /shipping\.json, linha \d\d: o arquivo não é JSON/],
    ['a list price below the price', 'items/selecao-de-socios.json', (text: string) => text.replace('"price": 69.9', '"price": 69.9, "listPrice": 60'), /listPrice: o preço de tabela \(60\.00\) tem que ser maior que o preço \(69\.90\)/],
    ['two of one name', 'items/selecao-de-socios.json', (text: string) => text.replace('"slug": "geleia-de-morango"', '"slug": "azeite-extravirgem"'), /items\/selecao-de-socios\.json, slug: "azeite-extravirgem" aparece duas vezes/],
    ['a document that is missing', 'documents/routes.json', () => '{}', /documents\/routes\.json, campo pt-br: falta este campo/],
    [
      'a brand that is not its seventh shade',
      'tenant.json',
      (text: string) => text.replace('"brand": "#1D3FA8"', '"brand": "#1D3FA9"'),
      /campo theme: A cor 7 dos tons é a cor da marca/,
    ],
    ['an oldest version that is none', 'documents/defaults.json', (text: string) => text.replace('"others": {', '"others": { "minVersion": "nova",'), /others\.minVersion: Use uma versão como 2\.0\.10/],
    ['a boleto, which nobody takes', 'tenant.json', methods('"PIX", "BOLETO"'), /tenant\.json, campo payment\.methods: BOLETO: a loja ainda não recebe por boleto/],
    ['money at the door', 'tenant.json', methods('"CASH_ON_DELIVERY"'), /campo payment\.methods: CASH_ON_DELIVERY: um pedido só segue depois de pago/],
    ['prices that nobody can pay', 'tenant.json', methods('"FREE"'), /payment\.methods: há produtos com preço e nenhuma forma de receber/],
    ['terms of a way that is not taken', 'tenant.json', (text: string) => methods('"WALLET"')(text).replace('"methods"', '"terms": { "PIX": { "discountPercent": 5 } }, "methods"'), /payment\.terms\.PIX: a loja não recebe assim/],
    ['a discount of more than everything', 'tenant.json', (text: string) => text.replace('"methods"', '"terms": { "PIX": { "discountPercent": 101 } }, "methods"'), /campo payment\.terms\.PIX\.discountPercent/],
  ])('names file and field of %s', async (_what, file, change, message) => {
    const told = await spoil(file, change);
    expect(told).toMatch(message);
    // Each says where, and nothing of it is another language's or some program's.
    for (const line of told.split('\n').slice(1)) expect(line).toMatch(/^ {2}[\w/.-]+\.json, [^:]+: /);
    expect(told).not.toMatch(/Unexpected|Expected|Invalid|position|JSON\.parse|undefined/);
  });

  it('names the faults of all files at once, and blames nobody for naming what is only unfit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tenant-'));
    await cp(folderOf('clube'), folder, { recursive: true });
    const change = async (file: string, from: string | RegExp, to: string) => writeFile(join(folder, file), (await readFile(join(folder, file), 'utf8')).replace(from, to));
    await change('tenant.json', '"client"', '"cliente": 1, "client"');
    await change('hubs.json', /"slug"/, '"slugue"');
    await change('items/selecao-de-socios.json', '"price": 69.9', '"price": 69.999');
    await change('items/selecao-de-socios.json', 'cafe-mogiana.svg', 'cafe-nenhum.svg');
    await change('campaigns.json', '"productId": "cafe-mogiana"', '"productId": "cafe-nenhum"');
    await change('roster.json', '"phone": "+5511900000002"', '"phone": "+5511900000001"');
    await change('documents/pwa.json', /"icon": "[^"]+"/, '"icon": "nenhum.svg"');
    const told = await readTenant(folder).then(() => 'read', (error: Error) => error.message);
    await rm(folder, { recursive: true });
    for (const part of ['tenant.json, campo cliente: este campo não existe', 'hubs.json, campo 0.slug', 'items/selecao-de-socios.json, campo 0.price', 'images: falta o arquivo "cafe-nenhum.svg"', 'roster.json, phone: "+5511900000001" aparece duas vezes', 'documents/pwa.json, '])
      expect(told).toContain(part);
    // The shelf has faults of its own, and so has the list of hubs: what is said to be missing there may be there.
    expect(told).not.toMatch(/não existe\.$[\s\S]*hubs: /m);
    expect(told).not.toContain('discountRules: "cafe-nenhum" não existe');
  });
});
