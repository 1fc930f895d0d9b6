import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, test } from '#tests/support/browser/browser.ts';
import { alive, ask, become, heading, moveClock, seen } from '#tests/support/people.ts';

const HOURS = 3_600;
const asking = (page: Page, moment: string) => page.getByRole('button', { name: `Avise-me ${moment}` });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Avise-me' });
const contact = (page: Page) => page.getByLabel('Celular com DDD ou e-mail', { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Pedir o aviso' });

/** Opens the sheet of an alert. */
async function open(page: Page, moment: string): Promise<void> {
  await alive(asking(page, moment));
  await asking(page, moment).click();
  await seen(contact(page));
}

describe('an alert', () => {
  test('is asked for before an opening, stands over a reload, is cancelled, and comes once with a way to stop', async ({
    page,
    shop,
    expect,
  }) => {
    await page.goto('/store/cestas-de-natal');
    await open(page, 'quando abrir');
    await send(page).click();
    await seen(page.getByText('Diga um celular ou um e-mail.'));
    expect(await seriousFaults(page)).toEqual([]);
    await contact(page).fill('(11) 3456-7890');
    await send(page).click();
    await seen(page.getByText('Confira o celular, que precisa ser do Brasil', { exact: false }));
    await contact(page).fill('(11) 98765-4321');
    await page.keyboard.press('Enter');
    const told = page.getByText('Avisamos você por SMS em •••4321 quando abrir. É uma mensagem só.');
    await seen(told);
    // The button is gone: whoever pressed it stands on what came in its place.
    await expect
      .poll(() => told.evaluate((text) => document.activeElement?.contains(text) ?? false))
      .toBe(true);
    expect(await sheet(page).count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await seen(told);
    await page.getByRole('button', { name: 'Cancelar aviso' }).click();
    await seen(asking(page, 'quando abrir'));
    await page.reload();
    await open(page, 'quando abrir');
    await contact(page).fill('quem@exemplo.com.br');
    await send(page).click();
    await seen(page.getByText('por e-mail em q•••@exemplo.com.br', { exact: false }));

    await moveClock(shop, 6 * HOURS);
    const path = `/sandbox/messages?to=${encodeURIComponent('quem@exemplo.com.br')}`;
    const messages = () => ask<{ text: string }[]>(shop, 'GET', path);
    await expect.poll(async () => (await messages()).length, { timeout: 60_000 }).toBe(1);
    const [message] = await messages();
    expect(message?.text).toContain('Cestas de Natal já está aberta');
    const stop = /Parar avisos: \S*?(\/alert\/\S+)/.exec(message?.text ?? '')?.[1] ?? '';
    await page.goto(stop);
    await page.getByRole('button').first().click();
    await seen(heading(page, 'Avisos parados'));
    await moveClock(shop, 0);
    expect((await messages()).length).toBe(1);
  });

  test('goes to the contact that a client proved, and to no other that is not said', async ({
    page,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await page.goto('/store/queijos-da-canastra');
    await open(page, 'quando liberar');
    const own = await contact(page).inputValue();
    expect(own).toMatch(/^\(\d\d\) 9\d{4}-\d{4}$/);
    await send(page).click();
    await seen(
      page.getByText(`Avisamos você por SMS em •••${own.slice(-4)} quando liberar.`, { exact: false }),
    );
    // The way that leads there at once stays.
    await seen(page.getByRole('link', { name: 'Ver meus convites' }));
  });

  test('is asked for where nothing is brought, also when the network comes back later', async ({
    page,
    faults,
    expect,
  }) => {
    faults.expect(/ERR_FAILED/);
    await page.goto('/deliveryarea?campaign=feira-da-semana');
    await page.getByLabel('Seu CEP').fill('20040-002');
    await page.keyboard.press('Enter');
    await open(page, 'quando entregar aqui');
    await contact(page).fill('fora@exemplo.com.br');
    await page.context().setOffline(true);
    await send(page).click();
    await seen(page.getByText('Pedimos o aviso quando a conexão voltar.', { exact: false }));
    expect(await contact(page).inputValue()).toBe('fora@exemplo.com.br');
    // Nobody is held in the sheet by a network that is gone.
    await page.getByRole('button', { name: 'Fechar' }).click();
    await seen(asking(page, 'quando entregar aqui'));
    await asking(page, 'quando entregar aqui').click();
    await contact(page).fill('fora@exemplo.com.br');
    await send(page).click();
    await seen(page.getByText('Pedimos o aviso quando a conexão voltar.', { exact: false }));
    await page.context().setOffline(false);
    await seen(page.getByText('por e-mail em f•••@exemplo.com.br quando entregar aqui', { exact: false }));
    // The shop's side counts who waits, and names nobody.
    await page.goto('/sandbox');
    await page.evaluate(() => fetch('/sandbox/staff/OWNER', { method: 'POST' }));
    await page.setViewportSize(DESKTOP);
    await page.goto('/ops');
    const row = page.getByRole('listitem').filter({ hasText: 'Feira da Semana quando entregar na região' });
    await seen(row);
    expect(await row.locator('b').textContent()).toBe('1');
    expect(await page.getByText('fora@exemplo.com.br').count()).toBe(0);
  });
});
