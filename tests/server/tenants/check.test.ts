import { describe, expect, it } from 'vitest';
// The import has the wire's texts loaded: what it says is the same.
import '#server/http/malformed.ts';
import { openSecrets } from '#server/platform/secrets.ts';
import { spoil } from '#tests/support/tenants/spoilt-tenant.ts';

const swap = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const ending = (at: string) => swap(/"expired": \{[^}]*\}/, `"expired": { "end": "${at}" }`);

describe('the reader of tenant folders', () => {
  const methods = (list: string) => (text: string) =>
    text.replace(/"methods": \[[^\]]*\]/, `"methods": [${list}]`);
  const card = (secretKey: string, webhookSecret: string) => (text: string) =>
    text.replace(
      '"methods"',
      `"card": { "provider": "stripe", "publishableKey": "pk_test_1", "secretKey": "${secretKey}", "webhookSecret": "${webhookSecret}" }, "methods"`,
    );
  const sealed = openSecrets(
    { SECRET_KEYS: `k1:${'x'.repeat(32)}` } as Parameters<typeof openSecrets>[0],
    '',
  ).seal('sk'); // it reads no more of the environment when that is there
  /** The campaigns again, each named and waiting for another. */
  const waiting = (needs: Record<string, string>) => (text: string) => {
    const [one] = JSON.parse(text) as [object];
    return JSON.stringify(
      Object.entries(needs).map(([slug, campaignId], at) => ({
        ...one,
        slug,
        priority: at + 1,
        depends: [{ type: 'campaign', campaignId, reason: 'Antes a outra.' }],
      })),
    );
  };
  it.each([
    [
      'an unknown field',
      'tenant.json',
      swap('"client"', '"cliente": 1, "client"'),
      /tenant\.json, campo cliente: este campo não existe/,
    ],
    [
      'a missing field',
      'campaigns.json',
      swap('"active": true,', ''),
      /campaigns\.json, campo 0\.active: falta este campo/,
    ],
    [
      'a price with three decimals',
      'items/selecao-de-socios.json',
      swap('"price": 69.9', '"price": 69.999'),
      /items\/selecao-de-socios\.json, campo 0\.price: Use no máximo duas casas decimais/,
    ],
    [
      'a picture that is not there',
      'items/selecao-de-socios.json',
      swap('azeite-extra.svg', 'azeite-raro.svg'),
      /items\/selecao-de-socios\.json, azeite-extravirgem, images: falta o arquivo "azeite-raro\.svg" na pasta media/,
    ],
    [
      'a product that nobody sells',
      'campaigns.json',
      swap('"productId": "cafe-mogiana"', '"productId": "cafe-nenhum"'),
      /discountRules: "cafe-nenhum" não existe/,
    ],
    [
      'a kit with a part that does not exist',
      'items/selecao-de-socios.json',
      swap(
        '"type": "PRODUCT"',
        '"type": "KIT", "kit": [{ "id": "base", "name": "Base", "min": 2, "max": 1, "options": [{ "item": "nada-disso" }] }]',
      ),
      /kit: "nada-disso" não existe[\s\S]*kit base: o mínimo é maior que o máximo/,
    ],
    [
      'flavours without a price of theirs',
      'items/selecao-de-socios.json',
      swap('"type": "PRODUCT"', '"type": "FLAVOR_PARENT"'),
      /flavors: todo FLAVOR_PARENT tem sabores, e só ele/,
    ],
    [
      'two people with one phone, a CPF that is none and nobody to send a code to',
      'roster.json',
      (text: string) =>
        text
          .replace('"phone": "+5511900000002"', '"phone": "+5511900000001"')
          .replace('39053344705', '39053344704'),
      /roster\.json, phone: "\+5511900000001" aparece duas vezes[\s\S]*roster\.json, A-1003, cpf: algum número não bate/,
    ],
    [
      'somebody who cannot be reached',
      'roster.json',
      swap(', "phone": "+5511900000004"', ''),
      /roster\.json, campo 3: Diga um celular ou um e-mail/,
    ],
    [
      'a company that says of nobody that they may enter',
      'roster.json',
      () => '[]',
      /roster\.json, campo \(arquivo\): a loja é de empresa \(intranet\) e não diz quem pode entrar/,
    ],
    [
      'a question of choice without a choice',
      'documents/likings.json',
      () =>
        '{ "gosto": { "index": 1, "title": "Gosta?", "type": "SINGLE", "options": [{ "id": "sim", "label": "Sim" }] } }',
      /documents\/likings\.json, campo gosto: Uma pergunta de escolha tem duas opções/,
    ],
    [
      'text that is no JSON',
      'hubs.json',
      (text: string) => text.slice(1),
      /hubs\.json, linha 68: o arquivo não é JSON; confira vírgulas, aspas e chaves perto daqui\.$/,
    ],
    [
      'JSON that ends too soon',
      'shipping.json',
      (text: string) => text.trimEnd().slice(0, -1),
      /shipping\.json, linha \d\d: o arquivo não é JSON/,
    ],
    [
      'a list price below the price',
      'items/selecao-de-socios.json',
      swap('"price": 69.9', '"price": 69.9, "listPrice": 60'),
      /listPrice: o preço de tabela \(60\.00\) tem que ser maior que o preço \(69\.90\)/,
    ],
    [
      'two of one name',
      'items/selecao-de-socios.json',
      swap('"slug": "geleia-de-morango"', '"slug": "azeite-extravirgem"'),
      /items\/selecao-de-socios\.json, slug: "azeite-extravirgem" aparece duas vezes/,
    ],
    [
      'a document that is missing',
      'documents/routes.json',
      () => '{}',
      /documents\/routes\.json, campo pt-br: falta este campo/,
    ],
    [
      'a brand that is not its seventh shade',
      'tenant.json',
      swap('"brand": "#1D3FA8"', '"brand": "#1D3FA9"'),
      /campo theme: A cor 7 dos tons é a cor da marca/,
    ],
    [
      'an oldest version that is none',
      'documents/defaults.json',
      swap('"others": {', '"others": { "minVersion": "nova",'),
      /others\.minVersion: Use uma versão como 2\.0\.10/,
    ],
    [
      'a boleto, which nobody takes',
      'tenant.json',
      methods('"PIX", "BOLETO"'),
      /tenant\.json, campo payment\.methods: BOLETO: a loja ainda não recebe por boleto/,
    ],
    [
      'money at the door',
      'tenant.json',
      methods('"CASH_ON_DELIVERY"'),
      /campo payment\.methods: CASH_ON_DELIVERY: um pedido só segue depois de pago/,
    ],
    [
      'prices that nobody can pay',
      'tenant.json',
      methods('"FREE"'),
      /payment\.methods: há produtos com preço e nenhuma forma de receber/,
    ],
    [
      'terms of a way that is not taken',
      'tenant.json',
      (text: string) =>
        methods('"WALLET"')(text).replace(
          '"methods"',
          '"terms": { "PIX": { "discountPercent": 5 } }, "methods"',
        ),
      /payment\.terms\.PIX: a loja não recebe assim/,
    ],
    [
      'a campaign that waits for itself',
      'campaigns.json',
      waiting({ 'selecao-de-socios': 'selecao-de-socios' }),
      /campaigns\.json, selecao-de-socios, depends: a campanha espera por ela mesma e nunca poderia abrir/,
    ],
    [
      'campaigns that wait for each other',
      'campaigns.json',
      waiting({ fora: 'uma', uma: 'duas', duas: 'tres', tres: 'uma' }),
      /campaigns\.json, uma, depends: estas campanhas esperam umas pelas outras e nunca poderiam abrir: "uma" → "duas" → "tres" → "uma"\.$/m,
    ],
    [
      'an end on a day that no calendar has',
      'campaigns.json',
      ending('2027-02-30T10:00:00-03:00'),
      /campaigns\.json, campo 0\.expired\.end: Use uma data que existe, como 2026-12-25T10:00:00-03:00\. \(veio "2027-02-30T10:00:00-03:00"\)/,
    ],
    [
      'an end in a spelling that no program reads',
      'campaigns.json',
      ending('2027-02-01T10:00:00-03'),
      /campaigns\.json, campo 0\.expired\.end: Use uma data que existe/,
    ],
    [
      'a holiday that no calendar has',
      'hubs.json',
      (text: string) => text.replace('"04-21"', '"04-31"').replace('"2027-02-09"', '"2027-02-29"'),
      /hubs\.json, campo 0\.holidays\.1: Use um dia que existe\. \(veio "04-31"\)[\s\S]*holidays\.9: Use um dia que existe/,
    ],
    [
      'days that end before they begin',
      'shipping.json',
      swap(/"min": \d+,\s*"max": \d+/, '"min": 9, "max": 1'),
      /shipping\.json, campo 0\.days\.max: O máximo não pode ser menor que o mínimo/,
    ],
    [
      'a window that ends before it begins',
      'shipping.json',
      swap('"end": "14:00"', '"end": "08:00"'),
      /shipping\.json, campo 0\.windows\.0\.end: O fim vem depois do começo; o fim do dia é 24:00/,
    ],
    [
      'a hub that closes before it opens',
      'hubs.json',
      swap('"close": "18:00"', '"close": "08:00"'),
      /hubs\.json, campo 0\.hours\.0\.close: O fim vem depois do começo; o fim do dia é 24:00/,
    ],
    [
      'a key of the card provider that is not sealed, and one where every browser reads it',
      'tenant.json',
      (text: string) => card('sk_plain', sealed)(text).replace('pk_test_1', 'sk_test_1'),
      /tenant\.json, campo payment\.card\.publishableKey: Use a chave que começa com pk_[^]*campo payment\.card\.secretKey: Sele esta chave com npm run tenant:seal e escreva aqui o que ele mostrar\. \(veio uma chave aberta\)$/m,
    ],
    [
      'a number of a company that is none',
      'tenant.json',
      (text: string) =>
        text.replace('98765432000198', '98765432000197').replace('"client"', '"cliente": 1, "client"'),
      /tenant\.json, campo legal\.cnpj: Confira o CNPJ: algum número não bate/,
    ],
    [
      'a number of a company of one digit',
      'tenant.json',
      swap('98765432000198', '11111111111111'),
      /tenant\.json, campo legal\.cnpj: Confira o CNPJ/,
    ],
    [
      'an address that is no e-mail’s and a list that is empty',
      'tenant.json',
      (text: string) => methods('')(text).replace(/"email": "[^"]*"/, '"email": "ola"'),
      /campo legal\.email: esperamos um e-mail como ola@exemplo\.com, veio "ola"\.[\s\S]*campo payment\.methods: esperamos pelo menos 1 item, veio 0\./,
    ],
    [
      'a sign-in that asks for nobody’s name',
      'tenant.json',
      swap(
        '"flags"',
        '"sso": [{ "id": "empresa", "label": "Empresa", "issuer": "https://entrar.exemplo.com", "clientId": "vitrine", "scopes": ["email"] }], "flags"',
      ),
      /campo sso\.0\.scopes: O escopo openid é necessário\.$/m,
    ],
    [
      'colours that are none',
      'tenant.json',
      (text: string) =>
        text.replace('"brand": "#1D3FA8"', '"brand": "azul"').replace('"primary": "#', '"primary": "x'),
      /campo theme\.brand: Use uma cor como #1F1B16\. \(veio "azul"\)[\s\S]*campo theme\.palette\.primary: Use uma cor como #1F1B16/,
    ],
    [
      'a discount of more than everything',
      'tenant.json',
      swap('"methods"', '"terms": { "PIX": { "discountPercent": 101 } }, "methods"'),
      /campo payment\.terms\.PIX\.discountPercent/,
    ],
  ])('names file and field of %s', async (_what, file, change, message) => {
    const told = await spoil(file, change);
    expect(told).toMatch(message);
    // Each says where, and nothing of it is another language's or some program's.
    for (const line of told.split('\n').slice(1)) expect(line).toMatch(/^ {2}[\w/.-]+\.json, [^:]+: /);
    expect(told).not.toContain('sk_plain');
    expect(told).not.toMatch(/Unexpected|Expected|Invalid|position|JSON\.parse|undefined/);
  });

  it.each([
    ['a byte order mark', 'hubs.json', (text: string) => `\uFEFF${text}`],
    ['hours to the end of the day', 'hubs.json', swap('"close": "18:00"', '"close": "24:00"')],
    ['a window to the end of the day', 'shipping.json', swap('"end": "18:00"', '"end": "24:00"')],
    ['keys that are sealed', 'tenant.json', card(sealed, sealed)],
    ['an end on the day that comes every fourth year', 'campaigns.json', ending('2028-02-29T10:00:00-03:00')],
    ['a holiday on that day', 'hubs.json', swap('"04-21"', '"02-29"')],
    [
      'small and capital letters in a colour',
      'tenant.json',
      swap('"brand": "#1D3FA8"', '"brand": "#1d3fA8"'),
    ],
  ])('takes %s', async (_what, file, change) => {
    expect(await spoil(file, change)).toBe('read');
  });
});
