import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { addressOf, deskScreenIds, needsId } from '#machines/ops/screens.ts';
import { PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { ask, heading, seen } from '#tests/support/people.ts';
import { misfits } from '#tests/support/tenants/misfits.ts';

const WIDTHS = [390, 768, 1_280];
/** Signs the owner in where the page stands. @returns the orders on the board */
const enter = (page: Page) =>
  page.evaluate(async () => {
    const { access_token } = await (await fetch('/sandbox/staff/OWNER', { method: 'POST' })).json();
    const answer = await fetch('/api/ops/board', { headers: { Authorization: `Bearer ${access_token}` } });
    const { columns } = (await answer.json()) as { columns: { cards: { orderId: string }[] }[] };
    return columns.flatMap(({ cards }) => cards.map(({ orderId }) => orderId));
  });

/** Buttons, links that stand alone and fields that are less high than a finger needs. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, main select, main input:not([type=checkbox], [type=radio]), nav a',
      ),
    ]
      .filter((node) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
      .filter((node) => node.getBoundingClientRect().height < 44)
      .map((node) => node.textContent || node.getAttribute('aria-label') || node.outerHTML.slice(0, 60)),
  );
/** Words that stand outside of what cuts them off, and that nobody can scroll to. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button, main td, main h2, main p')]
      .filter((node) => node.checkVisibility())
      .filter((node) => {
        const room = node.closest('main section')?.getBoundingClientRect();
        const { left, right } = node.getBoundingClientRect();
        const isOfBoard = node.closest('[aria-label="Quadro de pedidos"]') !== null;
        return room && !isOfBoard && (left < room.left || right > room.right);
      })
      .map((node) => node.textContent),
  );

/** Buttons whose words do not fit into them; what is said to the ear alone has no room of its own. */
const tight = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter((label) => label.checkVisibility() && label.firstChild instanceof Text)
      .filter((label) => {
        const words = document.createRange();
        if (label.firstChild) words.selectNode(label.firstChild);
        return words.getBoundingClientRect().width > label.clientWidth + 1;
      })
      .map((label) => `${label.textContent} does not fit`),
  );

describe('the states of the desk’s screens', () => {
  test('fit a finger and a tablet, and hinder nobody, while there is no answer and after it', async ({
    shop,
    page,
    browser,
    faults,
    expect,
  }) => {
    await page.goto('/sandbox');
    await ask(shop, 'POST', '/sandbox/demo-orders');
    await expect
      .poll(() => enter(page).then(({ length }) => length), { timeout: 240_000 })
      .toBeGreaterThan(5);
    // Who is not in yet asks whether they were.
    faults.expect(/status of (?:401|5\d\d)/);
    const context = await newVisitor(browser, shop, faults, {
      viewport: PHONE,
      hasTouch: true,
      // A button whose words give way to a sign of waiting is judged before or after, and not between.
      reducedMotion: 'reduce',
    });
    const desk = await context.newPage();
    const found: string[] = [];
    const look = async (what: string) => {
      for (const width of WIDTHS) {
        await desk.setViewportSize({ width, height: 844 });
        for (const judge of [hindering, misfits, cutOff, small, tight])
          for (const fault of await judge(desk)) found.push(`${what} ${width} ${fault}`);
      }
      await desk.setViewportSize(PHONE);
    };
    await desk.goto('/ops/login');
    await desk.getByLabel('E-mail ou celular da equipe').fill('dona@vitrine.example');
    await look('who enters');
    await desk.getByRole('button', { name: 'Receber código' }).click();
    await seen(desk.getByLabel('Código recebido'));
    await look('code');
    await desk.goto('/sandbox');
    const [id = null] = await enter(desk);
    const addresses = deskScreenIds.map((screen) =>
      addressOf({ screen, id: needsId(screen) ? id : null, search: {} }),
    );
    for (const address of [...addresses, '/ops/orders?view=table', '/ops/orders?view=table&text=zzzz']) {
      await desk.goto(address);
      await seen(desk.locator('main section').first());
      await desk.getByText(/^Lendo /).waitFor({ state: 'detached' });
      await look(address);
    }
    // The filters and the search stand on one line of a desk's screen.
    await desk.setViewportSize({ width: 1_280, height: 860 });
    await desk.goto('/ops/orders?view=table');
    await expect
      .poll(() =>
        desk.getByRole('search').evaluate((search) => {
          const { top, bottom } =
            search.parentElement?.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
          const own = search.getBoundingClientRect();
          return Math.abs(top + bottom - own.top - own.bottom) < 16;
        }),
      )
      .toBe(true);
    await desk.setViewportSize(PHONE);
    // Nothing is said to be well that the server did not say.
    await desk.route(/\/api\/ops\/money/, (route) => route.fulfill({ status: 500, body: '' }));
    await desk.goto('/ops');
    await seen(desk.getByText('Podem faltar aqui Pix a confirmar e devoluções.'));
    await look('without money');
    await desk.goto('/ops/money');
    await seen(desk.getByText('O dinheiro não veio.'));
    await look('no money');
    await seen(desk.getByRole('button', { name: 'Tentar agora' }));
    await desk.unroute(/\/api\/ops\/money/);
    // The next news of the board has it read again, if nobody presses before: which of them, nobody knows.
    await desk.reload();
    await seen(heading(desk, /^Dinheiro/));
    // What was opened from far below is in view, with the focus.
    await desk.getByRole('button', { name: 'Nova contestação' }).click();
    const form = desk.getByRole('region', { name: 'Registrar contestação do Pix' });
    await expect
      .poll(() => form.evaluate((node) => node.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(0);
    await expect
      .poll(() => form.evaluate((node) => node.parentElement === document.activeElement))
      .toBe(true);
    await look('contest');
    // Sent with several fields wrong, it says above them how many and which; each line leads to its field.
    await form.getByRole('button', { name: 'Registrar contestação' }).click();
    const summary = form.getByRole('alert');
    await seen(summary.getByText('Confira 2 campos'));
    await summary.getByRole('link').nth(1).click();
    await expect.poll(() => desk.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount');
    await look('contest refused');
    // Closed, it leaves the focus where it came from.
    await form.getByRole('button', { name: 'Fechar' }).click();
    await expect
      .poll(() => desk.evaluate(() => document.activeElement?.textContent))
      .toBe('Nova contestação');
    // Without a network it stays said, also while it is tried again.
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    await desk.goto('/ops/handover');
    await seen(desk.getByLabel('Digite os 6 caracteres'));
    await desk.evaluate(() => {
      // From when it is said first.
      const banners = new Set<boolean>();
      Object.assign(globalThis, { banners });
      new MutationObserver(() => {
        const isSaid = document.body.innerText.includes('Sem conexão: pedido novo');
        if (isSaid || banners.size > 0) banners.add(isSaid);
      }).observe(document.body, { subtree: true, childList: true });
    });
    await seen(desk.getByText('Ao vivo', { exact: true }));
    const retried = desk.waitForEvent('requestfailed', (request) => request.url().includes('/api/ops/board'));
    await context.setOffline(true);
    await seen(desk.getByText('Sem conexão: pedido novo não chega aqui.'));
    await retried;
    await look('offline');
    expect(
      await desk.evaluate(() => [...(globalThis as unknown as { banners: Set<boolean> }).banners]),
    ).toEqual([true]);
    expect(found).toEqual([]);
  });
});
