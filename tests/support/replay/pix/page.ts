import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { definition } from '#machines/navigation/screens.ts';
import type { PixOutput } from '#machines/orders/pix.machine.ts';
import { seen } from '#tests/support/people.ts';
import type { Shown } from '../play.ts';
import { byServer, follows, looking } from '../stage.ts';
import type { Tour } from '../tours.ts';
import { hasNoCode, isPayable } from './acts.ts';
import { type World, contextOf, holdTime, isListening, leftOf } from './world.ts';

/** Opens the page of the order, up to where the tour begins; its time is held from then on. */
export async function begin(world: World, { at: begun }: Tour<World>): Promise<void> {
  const { page, told, session, orderCode } = world;
  const isKnown = begun.matches('believed');
  if (isKnown)
    await page.context().addCookies([{ name: 'vitrine-known', value: 'client', url: world.shop.url }]);
  else await session.open(byServer);
  const listens = isKnown ? null : isListening(world);
  await page.goto(`/order/${orderCode}/pending`);
  await listens;
  await follows(told, 'pix', { after: begun, events: [] });
  await holdTime(world);
  // Whoever goes by keys is somewhere before anything happens.
  await page.keyboard.press('Tab');
}

/** The screen of a state; one that ends the wait leads to that of the order as it is then. */
export function screenOf({ status, output }: AnyMachineSnapshot, { orderCode }: World): Shown {
  const outcome = status === 'active' ? 'left' : (output as PixOutput).outcome; // of the chart
  const screen = (
    { left: 'app.orderPendingPayment', paid: 'app.orderSuccess', canceled: 'app.ordersDetails' } as const
  )[outcome];
  return { screen, path: definition(screen).path.replace('$orderCode', orderCode), replaces: true };
}

/** What the page shows of a state, and what it has asked the server for. @returns that, in Portuguese */
export async function look(world: World, after: AnyMachineSnapshot): Promise<string[]> {
  const { page, orderCode, tick } = world;
  const shows = (what: () => unknown) => expect.poll(looking(tick, what));
  await shows(() => world.requested).toBe(world.answered + (after.matches('renewing') ? 1 : 0));
  const asked = [`Códigos pedidos ao servidor: ${world.requested}`];
  if (after.status !== 'active') return asked;
  if (isPayable(after))
    await shows(() => page.getByText('br.gov.bcb.pix').textContent()).toContain(
      `${orderCode}0${4 - leftOf(after)}`,
    );
  else if (hasNoCode(after)) await seen(page.getByRole('button', { name: 'Tentar de novo' }));
  else if (contextOf(after).charge) await seen(page.getByRole('heading', { name: 'Este código venceu' }));
  return asked;
}
