import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  advance,
  at,
  become,
  heading,
  payPix,
  placeOrder,
  reachConfirmation,
  seen,
} from '#tests/support/people.ts';

describe('what the store asks after a delivery', () => {
  test('is offered by the order and by a campaign that is over, answered once, and says so afterwards', async ({
    page,
    shop,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await page.goto('/survey');
    await seen(heading(page, 'Nada para responder'));
    await reachConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await seen(heading(page, /^Obrigad/));
    await advance(shop, code, 'preparation.started', 'order.shipped', 'order.delivered');
    await page.goto(`/order/${code}/details`);
    await page.getByRole('link', { name: /^Conte como foi/ }).click();
    await at(page, '/survey');
    await seen(heading(page, 'Como chegou o seu pedido?'));
    // Where the store insists on no answer, nothing is none either.
    const other = await page.context().newPage();
    await other.addInitScript(() => {
      const ask = globalThis.fetch;
      globalThis.fetch = async (...given) => {
        const answer = await ask(...given);
        if (!answer.url.endsWith('/api/documents/surveys')) return answer;
        return new Response((await answer.text()).replaceAll('"required":true', '"required":false'), answer);
      };
    });
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Enviar' }).click();
    await seen(other.getByText('Nada foi respondido ainda.', { exact: false }));
    await other.close();
    // What must be answered is asked for, and nothing is lost.
    await page.getByLabel('Quer dizer mais alguma coisa?').fill('Chegou cedo.');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await seen(page.getByText('Escolha uma resposta.'));
    await page.getByRole('radio', { name: '5' }).check();
    await page.getByRole('button', { name: 'Enviar' }).click();
    await seen(heading(page, 'Obrigado por responder!'));
    const address = page.url();
    await page.getByRole('link', { name: 'Voltar ao pedido' }).click();
    await at(page, `/order/${code}/details`);
    await page.goto(address);
    await seen(heading(page, 'Você já respondeu'));
    const told = page.waitForResponse(/\/api\/documents\/surveys/);
    await page.goto(`/order/${code}/details`);
    await (await told).finished();
    await seen(page.getByRole('list', { name: 'Andamento' }));
    expect(await page.getByRole('link', { name: /^Conte como foi/ }).count()).toBe(0);

    // A campaign that is over is asked about too, by its own page.
    await page.goto('/store/morangos-de-atibaia');
    await page.getByRole('link', { name: /^Conte o que achou/ }).click();
    await at(page, '/survey');
    await seen(heading(page, 'O que você achou desta campanha?'));
    await seen(page.getByText('Morangos de Atibaia', { exact: true }));
    await page.getByRole('radio', { name: '4' }).check();
    await page.getByRole('button', { name: 'Enviar' }).click();
    await seen(page.getByText('Por responder: suas ideias entram na próxima'));
    const asked = page.url();
    await page.getByRole('link', { name: 'Voltar à campanha' }).click();
    await seen(heading(page, 'Morangos de Atibaia'));
    await page.goto(asked);
    await seen(heading(page, 'Você já respondeu'));
  });
});
