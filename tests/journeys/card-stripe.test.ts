import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { describe, inject } from 'vitest';
import type { SavedCard } from '#contract/payment/payment.ts';
import { definition, screenIds } from '#machines/navigation/screens.ts';
import { readEnv } from '#server/platform/env.ts';
import { openSecrets } from '#server/platform/secrets.ts';
import { ordersOf, readOwn } from '#tests/support/store/api-driver.ts';
import { test as base } from '#tests/support/browser/browser.ts';
import { numbers } from '#tests/support/orders/cards.ts';
import { at, heading, pathOf, seen } from '#tests/support/people.ts';
import { compiled, quickly } from '#tests/support/store/processes.ts';
import { startShop } from '#tests/support/shop.ts';
import { folderOf } from '#tests/support/tenants/spoilt-tenant.ts';
import { openStripePeer } from '#tests/support/peers/stripe-peer.ts';
import { beginCard } from '#tests/support/browser/ways.ts';

/** The market takes cards by Stripe, as its operator sets it; the club by the sandbox's acquirer. */
const test = base
  .extend('stripe', { scope: 'file' }, async ({}, { onCleanup }) => {
    const stripe = await openStripePeer();
    onCleanup(() => stripe.close());
    return stripe;
  })
  .extend('shop', { scope: 'file' }, async ({ stripe }, { onCleanup }) => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'vitrine-stripe-'));
    const [folder, dataDir] = [path.join(scratch, 'loja'), path.join(scratch, 'data')];
    cpSync(folderOf('feira'), folder, { recursive: true });
    cpSync(inject('template'), dataDir, { recursive: true });
    const { seal } = openSecrets(readEnv({ DATA_DIR: dataDir, SANDBOX: '1' }), path.join(dataDir, 'keys'));
    const file = path.join(folder, 'tenant.json');
    const tenant = JSON.parse(readFileSync(file, 'utf8')) as { payment: object };
    const card = {
      provider: 'stripe',
      publishableKey: stripe.publishableKey,
      secretKey: seal(stripe.secretKey),
      webhookSecret: seal(stripe.webhookSecret),
      api: stripe.api,
      script: stripe.script,
    };
    writeFileSync(file, JSON.stringify({ ...tenant, payment: { ...tenant.payment, card } }));
    const command = path.resolve(import.meta.dirname, '../../src/server/commands/tenant-import.ts');
    execFileSync(process.execPath, [...quickly, command, folder], {
      env: { ...process.env, ...compiled, NODE_ENV: 'production', DATA_DIR: dataDir, SANDBOX: '1' },
      stdio: 'pipe',
    });
    const shop = await startShop({ dataDir });
    onCleanup(async () => {
      await shop.close();
      rmSync(scratch, { recursive: true, force: true });
    });
    return shop;
  });

/** Stripe's own frame, on the shop's page. */
const element = (page: Page): FrameLocator => page.frameLocator('iframe[title="Campo seguro do cartão"]');
const bank = (page: Page): FrameLocator => page.frameLocator('iframe[title="O seu banco"]');
const pay = (page: Page) => page.getByRole('button', { name: /^Pagar R\$/ }).click();
async function typeCard(page: Page, card: keyof typeof numbers): Promise<void> {
  await element(page).getByLabel('Número do cartão').fill(numbers[card]);
  await element(page).getByLabel('Validade').fill('12/30');
  await element(page).getByLabel('Código de segurança').fill('123');
}
/** A client's order that a card is to pay. @returns its code */
async function orderBy(page: Page, card: RegExp): Promise<string> {
  await beginCard(page, card);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await seen(page.getByText('Produtos e preços reservados'));
  await page.getByRole('button', { name: 'Finalizar pedido' }).click();
  await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
  await element(page).getByLabel('Código de segurança').waitFor();
  return pathOf(page).split('/')[2] ?? '';
}
/** What a policy says of scripts, frames, calls and trusted types. */
const policyOf = (policy: string) =>
  Object.fromEntries(
    policy
      .split('; ')
      .map((one): [string, string] => [one.split(' ')[0] ?? '', one.slice(one.indexOf(' ') + 1)]),
  );

describe('paying by card at a shop that has Stripe', () => {
  test('pays with a new card after its bank has asked who pays, and lets the provider into that page alone', async ({
    page,
    context,
    shop,
    stripe,
    expect,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const code = await orderBy(page, /^Cartão de crédito|^Usar outro cartão/);
    // Whatever is missing is said beside the field, and nothing is paid.
    await pay(page);
    await seen(page.getByText('Confira o número do cartão.'));
    await typeCard(page, 'challenge');
    await pay(page);
    await seen(bank(page).getByText('É você quem está pagando?'));
    // A reload in the middle of the question, or the way back from a bank's own page, leads to it again.
    await page.goto(`/order/${code}/pending?payment_intent=pi_1&redirect_status=succeeded`);
    await bank(page).getByRole('button', { name: 'Sou eu, autorizar' }).click();
    await at(page, `/order/${code}/success`);
    await seen(heading(page, 'Obrigado, Marina!'));
    expect((await ordersOf(context, shop))[0]).toMatchObject({
      code,
      state: 'PAID',
      paymentMethod: { type: 'CREDIT_CARD', installments: 1 },
    });
    const own = new URL(page.url()).origin;
    expect(sent.filter((text) => text.startsWith(own)).length).toBeGreaterThan(10);
    expect(sent.filter((text) => text.startsWith(own) && text.includes(numbers.challenge))).toEqual([]);
    // Every page of this store, and the same one of a store with the sandbox's acquirer.
    const policyAt = async (path_: string, client: string) => {
      const answer = await fetch(shop.url + path_, { headers: { 'X-App': client }, redirect: 'manual' });
      return policyOf(answer.headers.get('content-security-policy') ?? '');
    };
    const paths = screenIds.map((id) => definition(id).path.replace(/\$\w+/g, code));
    const policies = await Promise.all(paths.map((path_) => policyAt(path_, 'client')));
    const having = (word: string) => paths.filter((_, n) => JSON.stringify(policies[n]).includes(word));
    expect([having("'self'").length, having(stripe.api), having(' default')]).toEqual([
      paths.length,
      [`/order/${code}/pending`],
      [`/order/${code}/pending`],
    ]);
    const policy = policies[paths.indexOf(`/order/${code}/pending`)];
    expect(policy?.['frame-src']).toBe(stripe.api);
    expect(policy?.['connect-src']).toBe(`'self' ${stripe.api}`);
    expect(policy?.['script-src']?.split(' ').filter((one) => one.startsWith('http'))).toEqual([stripe.api]);
    const other = await policyAt(`/order/${code}/pending`, 'clube');
    expect(other['trusted-types']).toBe('vitrine');
    expect(JSON.stringify(other)).not.toContain(stripe.api);
  });

  test('lets another card pay the same order after a refusal, keeps it where it is wanted, and asks only for its code the next time', async ({
    page,
    context,
    shop,
    stripe,
    faults,
    expect,
  }) => {
    // The browser's own lines about a card that was refused, and about a script that did not come.
    faults.expect(/402|ERR_FAILED/);
    const code = await orderBy(page, /^Cartão de crédito|^Usar outro cartão/);
    await page.route(stripe.script, (route) => route.abort());
    await page.reload();
    await seen(heading(page, 'O campo do cartão não abriu'));
    await page.unroute(stripe.script);
    await page.getByRole('button', { name: 'Abrir de novo' }).click();
    await typeCard(page, 'funds');
    await pay(page);
    await seen(page.getByText('O limite do cartão não chega a este valor.', { exact: false }));
    await page.getByRole('button', { name: 'Tentar outro cartão' }).click();
    await typeCard(page, 'good');
    await page.getByRole('checkbox', { name: /^Guardar este cartão/ }).check();
    await pay(page);
    await at(page, `/order/${code}/success`);
    const again = await orderBy(page, /^Crédito final 4242/);
    expect(await element(page).getByLabel('Número do cartão').count()).toBe(0);
    await pay(page);
    await seen(page.getByText('Confira o código de segurança', { exact: false }));
    await element(page).getByLabel('Código de segurança').fill('123');
    await pay(page);
    await at(page, `/order/${again}/success`);
    const states = (await ordersOf(context, shop)).filter((one) => [code, again].includes(one.code));
    expect(states).toMatchObject([{ state: 'PAID' }, { state: 'PAID' }]);
    // The first was not agreed to.
    const cards = await readOwn<SavedCard[]>(context, shop, '/api/payments/cards');
    expect(cards).toMatchObject([{ brand: 'visa', last4: '4242' }]);
  });
});
