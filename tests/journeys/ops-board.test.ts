import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import type { Board } from '#machines/ops/board.ts';
import { boardOf } from '#tests/machines/ops/ops-samples.ts';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { seen } from '#tests/support/people.ts';

/**
 * Looks which cards React drew again: it notes on an element the properties that it drew it with last, and a card
 * that it leaves alone keeps them.
 * @returns how many cards there are, and how many were drawn since the look before
 */
const drawn = (page: Page): Promise<{ cards: number; again: number }> =>
  page.evaluate(() => {
    const before = (Reflect.get(globalThis, 'drawnCards') ?? new Map()) as Map<Element, unknown>;
    const now = new Map<Element, unknown>();
    for (const card of document.querySelectorAll('[data-column] li')) {
      const name = Object.keys(card).find((key) => key.startsWith('__reactProps$'));
      if (!name) throw new Error('React notes the properties of an element elsewhere');
      now.set(card, Reflect.get(card, name));
    }
    Reflect.set(globalThis, 'drawnCards', now);
    return { cards: now.size, again: [...now].filter(([card, with_]) => before.get(card) !== with_).length };
  });

/** The same board a moment later, on which one of its parts is of somebody else. */
function changed(board: Board, name: string): Board {
  const again = structuredClone(board);
  const card = again.columns[0]?.cards.at(-1);
  if (card) card.name = name;
  return { ...again, now: new Date(Date.parse(board.now) + 1_000).toISOString() };
}

describe('the board of the desk', () => {
  test('draws of thirty cards the one that changed, the one that was chosen, and none when it only looked', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
    await desk.goto('/sandbox');
    await desk.evaluate(() => fetch('/sandbox/staff/OPERATOR', { method: 'POST' }));
    let board = boardOf(...Array.from({ length: 30 }, (_, n) => n));
    const looks: string[] = [];
    await desk.route('**/api/ops/board', async (route) => {
      looks.push(board.now);
      await route.fulfill({ json: board, headers: { 'Content-Encoding': 'identity' } });
    });
    await desk.clock.install();
    await desk.goto('/ops/orders');
    await seen(desk.getByText('Marina P.').first());
    expect(await drawn(desk)).toEqual({ cards: 30, again: 30 });

    /** The next look at the board, ten seconds later, and what it said is drawn. */
    const look = async (next: Board) => {
      board = next;
      await desk.clock.fastForward(10_000);
      await expect.poll(() => looks.at(-1)).toBe(next.now);
    };
    await look(changed(board, 'Outra P.'));
    await seen(desk.getByText('Outra P.'));
    expect(await drawn(desk)).toEqual({ cards: 30, again: 1 });

    await desk.getByRole('checkbox').nth(2).check();
    await seen(desk.getByText('1 escolhido'));
    expect(await drawn(desk)).toEqual({ cards: 30, again: 1 });

    await look(changed(board, 'Outra P.'));
    await look(changed(board, 'Mais uma P.'));
    await seen(desk.getByText('Mais uma P.'));
    expect(await drawn(desk)).toEqual({ cards: 30, again: 1 });
  });

  test('leads whoever loses the focus to the heading, and back from an order to the way into it', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    // The order is nobody's: the screen says so.
    faults.expect(/status of 404/);
    const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
    await desk.goto('/sandbox');
    await desk.evaluate(() => fetch('/sandbox/staff/OPERATOR', { method: 'POST' }));
    await desk.route('**/api/ops/board', (route) =>
      route.fulfill({ json: boardOf(0, 1, 2), headers: { 'Content-Encoding': 'identity' } }),
    );
    await desk.goto('/ops/orders');
    const way = desk.locator('[data-column] a').nth(1);
    await way.focus();
    await desk.keyboard.press('Enter');
    await seen(desk.getByRole('heading', { level: 1, name: /^Pedido/ }));
    const focused = () =>
      desk.evaluate(
        () => document.activeElement?.tagName + (document.activeElement?.getAttribute('href') ?? ''),
      );
    await expect.poll(focused).toBe('H1');
    await desk.goBack();
    await expect.poll(focused).toBe(`A${await way.getAttribute('href')}`);
  });
});
