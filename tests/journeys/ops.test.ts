import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { Role } from '#contract/ops/role.ts';
import { addressOf, deskScreen, deskScreenIds, needsId } from '#machines/ops/screens.ts';
import { openTo } from '#tests/machines/ops/ops-samples.ts';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { shiftsIn, watchShifts } from '#tests/support/browser/shifts.ts';
import { misfits } from '#tests/support/tenants/misfits.ts';
import {
  ask,
  alive,
  at,
  become,
  chooseAnew,
  choosePickup,
  codeFor,
  goToConfirmation,
  heading,
  placeOrder,
  reachCart,
  seen,
} from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';

const contact = 'operacao@vitrine.example';
/** The digits that the app of the demo operator shows. */
const digits = async (shop: Shop): Promise<string> =>
  (await ask<{ code: string }>(shop, 'GET', '/sandbox/staff/OPERATOR/code')).code;

describe('the operator’s desk', () => {
  test('three people see an order from the bank’s statement to the day’s list: who bought, who is at the desk, who hands over', async ({
    browser,
    shop,
    page,
    faults,
    expect,
  }) => {
    await digits(shop); // the demo operator is there from now on
    await become(page, 'Marina, cliente');
    await reachCart(page);
    await page
      .getByLabel(/^Se faltar/)
      .first()
      .selectOption('fale comigo antes');
    await chooseAnew(page);
    await choosePickup(page);
    await goToConfirmation(page);
    const code = await placeOrder(page);
    // A stranger to the desk is led to the sign-in, and afterwards to where they wanted to be.
    const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
    faults.expect(/status of 401/);
    await desk.goto('/ops/orders');
    await at(desk, '/ops/login');
    expect(await seriousFaults(desk)).toEqual([]);
    await desk.getByLabel('E-mail ou celular da equipe').fill(contact);
    await desk.getByRole('button', { name: 'Receber código' }).click();
    await desk.getByLabel('Código recebido').waitFor();
    await desk.getByLabel('Código recebido').fill(await codeFor(shop, contact));
    await desk.getByRole('button', { name: 'Confirmar' }).click();
    await desk.getByLabel('Código do aplicativo').fill(await digits(shop));
    await desk.getByRole('button', { name: 'Entrar' }).click();
    await at(desk, '/ops/orders');
    // The Pix is confirmed by what the bank's statement says, and the shopper's page follows.
    await desk.getByRole('link', { name: 'Dinheiro' }).click();
    await at(desk, '/ops/money');
    const sum = await desk
      .getByRole('region', { name: /^Pix a confirmar/ })
      .getByText(/^R\$/)
      .innerText();
    await desk.getByRole('button', { name: /^Confirmar/ }).click();
    await desk.getByLabel('Identificador fim a fim').fill(`E${'3'.repeat(31)}`);
    await desk.getByLabel('Valor no extrato').fill(sum);
    await desk.getByRole('button', { name: /^Registrar pagamento/ }).click();
    await seen(desk.getByText('Registrado. O pedido e a pessoa já sabem.'));
    await at(page, `/order/${code}/success`);
    await page.goto(`/order/${code}/details`);
    await desk.getByRole('link', { name: 'Pedidos' }).click();
    await at(desk, '/ops/orders');
    // Without a sound it says so; a tap arms it.
    await desk.getByRole('button', { name: 'Ligar som' }).click();
    await seen(desk.getByText('Som ligado'));
    // What is taken back within five seconds was never sent.
    const newcomers = desk.getByRole('region', { name: /^Novos/ });
    const preparing = desk.getByRole('region', { name: /^Em separação/ });
    // A new one rings until somebody takes it.
    await seen(newcomers.getByText('Tocando'));
    const take = newcomers.getByRole('button', { name: /^(?:Pegar pedido|Começar separação)$/ });
    await desk.clock.install();
    await take.click();
    await desk.getByRole('button', { name: 'Desfazer' }).click();
    await take.click();
    await desk.clock.runFor(5_000);
    await seen(preparing.getByRole('button', { name: 'Pronto na retirada' }));
    expect(await seriousFaults(desk)).toEqual([]);
    // The shopper's page follows.
    await seen(page.getByText('Separando seu pedido'));
    // The order's own page: its parts, its history, and its next event.
    await preparing.getByRole('link').first().click();
    await at(desk, /^\/ops\/orders\/[\w-]+$/);
    await seen(desk.getByText('Separação começou'));
    await seen(desk.getByText('Se faltar: falar com a pessoa antes'));
    expect(await seriousFaults(desk)).toEqual([]);
    await desk.getByRole('button', { name: 'Pronto na retirada' }).click();
    // The invoice may be told along with it, as a whole address.
    await desk.getByLabel('Endereço da nota fiscal (NF-e) (opcional)').fill('nfe.exemplo.com');
    await desk.getByRole('button', { name: 'Pronto na retirada' }).click();
    await seen(desk.getByText('Cole o endereço inteiro'));
    expect(await seriousFaults(desk)).toEqual([]);
    await desk.getByLabel('Endereço da nota fiscal (NF-e) (opcional)').fill('https://nfe.exemplo.com/1');
    await desk.getByRole('button', { name: 'Pronto na retirada' }).click();
    await desk.clock.runFor(5_000);
    await seen(desk.getByRole('link', { name: 'Entregar com o código da pessoa' }));
    await seen(desk.getByRole('link', { name: 'Nota fiscal (NF-e)' }).first());
    // On the phone of whoever stands at the counter: the code, every line in hand, one button.
    const counter = await (await newVisitor(browser, shop, faults)).newPage();
    await counter.goto('/sandbox');
    await enter(counter, 'OPERATOR');
    await counter.goto('/ops/handover');
    faults.expect(/status of 422/);
    await counter.getByLabel('Digite os 6 caracteres').fill('ZZZZZZ');
    await counter.getByRole('button', { name: 'Procurar' }).click();
    await seen(counter.getByText('Nenhuma retirada espera por este código.'));
    await page.getByRole('link', { name: /^Mostrar código de retirada/ }).click();
    const shown = await page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/).innerText();
    await page.goBack();
    await counter.getByLabel('Digite os 6 caracteres').fill(shown);
    await counter.getByRole('button', { name: 'Procurar' }).click();
    await seen(counter.getByText('Código certo'));
    for (const line of await counter.getByRole('checkbox').all()) await line.check();
    expect(await seriousFaults(counter)).toEqual([]);
    await counter.getByRole('button', { name: /^Entregar \d/ }).click();
    await seen(heading(counter, 'Entregue'));
    await seen(page.getByText('Pedido entregue'));
    // Both of the staff see what the other did.
    await seen(desk.getByText('Entregue', { exact: true }));
    // The buyer changes their mind within a week; the goods come back, and the money goes back at the bank.
    const trade = page.getByRole('link', { name: /^Trocar ou devolver/ });
    await alive(trade);
    await trade.click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('radio', { name: /^Desisti/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Enviar pedido' }).click();
    await at(page, `/order/${code}/details`);
    await seen(desk.getByRole('heading', { name: 'Devolução para decidir' }));
    await desk.getByRole('button', { name: 'Recebi de volta' }).click();
    await desk.clock.runFor(5_000);
    await seen(desk.getByText('Devolução chegou'));
    await desk.getByRole('link', { name: 'Dinheiro' }).click();
    await desk.getByRole('button', { name: /^Registrar [0-9A-Z]{4}-/ }).click();
    await desk.getByLabel('Identificador da devolução').fill(`D${'3'.repeat(31)}`);
    await desk.getByRole('button', { name: /^Registrar devolução de/ }).click();
    await seen(desk.getByText('Registrado. O pedido e a pessoa já sabem.'));
    await seen(page.getByText('Devolvido').first());
    // The list of the day adds up: as much went as came, and nothing is left to explain.
    const day = desk.getByRole('region', { name: /^Conferência do dia/ });
    await seen(day.getByText('Tudo fecha com o registro, ao centavo.'));
    expect(await seriousFaults(desk)).toEqual([]);
  });

  test('the owner pauses a campaign for shoppers and resumes it, and changes the team', async ({
    browser,
    shop,
    page,
    faults,
    expect,
  }) => {
    const owner = 'dona@vitrine.example';
    const shown = async () => (await ask<{ code: string }>(shop, 'GET', '/sandbox/staff/OWNER/code')).code;
    await shown(); // the demo owner is there from now on
    const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
    faults.expect(/status of 401/);
    await desk.goto('/ops');
    await at(desk, '/ops/login');
    await desk.getByLabel('E-mail ou celular da equipe').fill(owner);
    await desk.getByRole('button', { name: 'Receber código' }).click();
    await desk.getByLabel('Código recebido').waitFor();
    await desk.getByLabel('Código recebido').fill(await codeFor(shop, owner));
    await desk.getByRole('button', { name: 'Confirmar' }).click();
    await desk.getByLabel('Código do aplicativo').fill(await shown());
    await desk.getByRole('button', { name: 'Entrar' }).click();
    await at(desk, '/ops');

    const pauses = desk.getByRole('region', { name: /^Pausas/ });
    await pauses.getByRole('button', { name: 'Pausar…' }).click();
    const options = pauses.getByLabel('O que para').locator('optgroup[label="Campanhas"] option');
    const campaign = await options.first().innerText();
    await pauses.getByLabel('O que para').selectOption({ label: campaign });
    await pauses.getByLabel('Motivo').fill('O forno parou');
    expect(await seriousFaults(desk)).toEqual([]);
    await pauses.getByRole('button', { name: 'Pausar agora' }).click();
    await seen(pauses.getByText('Pausado. A loja já mostra.'));
    await page.goto('/home');
    await seen(page.getByText('Pausada: O forno parou.').first());
    await pauses.getByRole('button', { name: `Retomar ${campaign}` }).click();
    await seen(pauses.getByText('Retomado. A loja já vende.'));
    // The kept page is drawn anew; one that is open follows at its next look, within a minute.
    const stillPaused = async () => {
      await page.goto('/home');
      await seen(heading(page, 'Campanhas'));
      return page.getByText('Pausada: O forno parou.').count();
    };
    await expect.poll(stillPaused).toBe(0);

    await desk.getByRole('link', { name: 'Escritório' }).click();
    await at(desk, '/ops/office');
    await desk.getByRole('button', { name: 'Convidar…' }).click();
    await desk.getByLabel('Nome').fill('Téo Reis');
    await desk.getByLabel('E-mail ou celular').fill('teo@vitrine.example');
    expect(await seriousFaults(desk)).toEqual([]);
    await desk.getByRole('button', { name: 'Convidar', exact: true }).click();
    await seen(desk.getByText('O aviso foi mandado: Téo Reis já pode entrar.'));
    faults.expect(/status of 409/);
    await desk.getByRole('button', { name: 'Tirar da equipe Helena Duarte' }).click();
    await desk.getByRole('button', { name: 'Tirar da equipe', exact: true }).click();
    await seen(desk.getByText('É a última pessoa responsável.'));
    expect(await seriousFaults(desk)).toEqual([]);
    await desk.getByRole('button', { name: 'Voltar' }).click();
    await desk.getByRole('button', { name: 'Tirar da equipe Téo Reis' }).click();
    await desk.getByRole('button', { name: 'Tirar da equipe', exact: true }).click();
    await seen(desk.getByText('Saiu da equipe.'));
    await desk.getByRole('button', { name: 'Tirar da equipe Téo Reis' }).waitFor({ state: 'detached' });
  });
});

/** Signs a demo person of the staff in where the page stands. @returns what is on the board for them */
const enter = (page: Page, role: Role) =>
  page.evaluate(async (as) => {
    const { access_token } = await (await fetch(`/sandbox/staff/${as}`, { method: 'POST' })).json();
    const answer = await fetch('/api/ops/board', { headers: { Authorization: `Bearer ${access_token}` } });
    const { columns } = (await answer.json()) as { columns: { cards: { orderId: string }[] }[] };
    return columns.flatMap(({ cards }) => cards.map(({ orderId }) => orderId));
  }, role);

describe('every screen of the desk', () => {
  test('has enough orders to show', async ({ shop, page, expect }) => {
    await page.goto('/sandbox');
    await ask(shop, 'POST', '/sandbox/demo-orders');
    // They are made one after another, and the board moves meanwhile: six are a list on every screen.
    const cards = async () => (await enter(page, 'OWNER')).length;
    await expect.poll(cards, { timeout: 240_000 }).toBeGreaterThanOrEqual(6);
  });

  for (const role of Role.options)
    test(`opens for ${role} or says why not`, async ({ shop, browser, faults, expect }) => {
      const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
      await desk.goto('/sandbox');
      const [id = null] = await enter(desk, role);
      const rail = deskScreenIds.filter((one) => !deskScreen(one).within && openTo[one].includes(role));
      for (const screen of deskScreenIds) {
        const address = addressOf({ screen, id: needsId(screen) ? id : null, search: {} });
        const isOpen = openTo[screen].includes(role);
        await desk.goto(address);
        await at(desk, isOpen ? address : '/ops');
        const shown = deskScreen(isOpen ? screen : 'today');
        await seen(heading(desk, new RegExp(`^${shown.title}`)));
        expect(await desk.locator('h1').count(), screen).toBe(1);
        await expect.poll(() => desk.title()).toBe(`${shown.title} · Feira`);
        const links = desk.getByRole('navigation', { name: 'Telas' }).getByRole('link');
        await expect
          .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
          .toEqual(rail.map((one) => deskScreen(one).path));
        if (isOpen) expect(await desk.locator('nav [aria-current="page"]').count(), screen).toBe(1);
        else await seen(desk.getByText(`${deskScreen(screen).title} não abre para o seu papel.`));
      }
    });

  test('hinders nobody, fits its window and moves nothing by itself', async ({
    shop,
    browser,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: PHONE });
    await watchShifts(context);
    const desk = await context.newPage();
    await desk.goto('/sandbox');
    const [id = null] = await enter(desk, 'OWNER');
    const addresses = deskScreenIds.map((screen) =>
      addressOf({ screen, id: needsId(screen) ? id : null, search: {} }),
    );
    const found: string[] = [];
    for (const address of [...addresses, '/ops/orders?view=table']) {
      await desk.setViewportSize(PHONE);
      await desk.goto(address);
      await seen(desk.locator('main section').first());
      await desk.getByText(/^Lendo /).waitFor({ state: 'detached' });
      const told = (fault: string) => found.push(`${address}: ${fault}`);
      (await shiftsIn(desk)).forEach((shift) => told(JSON.stringify(shift)));
      for (const width of [320, 390, 768, 1_280]) {
        await desk.setViewportSize({ width, height: 844 });
        for (const judge of [hindering, misfits])
          for (const fault of await judge(desk)) told(`${width} ${fault}`);
      }
    }
    expect(found).toEqual([]);
  });
});
