import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutOutput } from '#machines/checkout/facts.ts';
import { definition } from '#machines/navigation/screens.ts';
import type { Shown } from '../play.ts';
import { follows, looking } from '../stage.ts';
import type { Tour } from '../tours.ts';
import { type World, contextOf, holdTime, isAt, openAll } from './world.ts';

/** The step that was asked for, as its address has it. */
const pathOf = (snapshot: AnyMachineSnapshot, { cartUuid }: World): Shown => {
  const screen = stepOf(snapshot);
  return { screen, path: definition(screen).path.replace('$cartUuid', cartUuid) };
};
function stepOf(snapshot: AnyMachineSnapshot) {
  for (const step of ['shipping', 'method', 'extraInfo', 'review', 'payment', 'installment', 'lead'] as const)
    if (snapshot.matches(step)) return `checkout.${step}` as const;
  return 'checkout.confirmation';
}

/** The screen of a state; a state that ends the purchase leads to its order, or to the cart. */
export function screenOf(snapshot: AnyMachineSnapshot, world: World): Shown {
  if (snapshot.status === 'active') return pathOf(snapshot, world);
  const { outcome } = snapshot.output as CheckoutOutput; // of the chart
  return outcome === 'placed'
    ? { screen: 'app.orderPendingPayment', path: /^\/order\/[0-9A-Z]{16}\/pending$/, replaces: true }
    : { screen: 'app.cart', path: definition('app.cart').path, replaces: true };
}

/** Opens the page of a step, up to where the tour begins; its time is held from then on. */
export async function begin(world: World, { at: begun }: Tour<World>): Promise<void> {
  const { page, told } = world;
  // The cart comes from the account to this page.
  await page.goto('/cart');
  await page.waitForFunction(
    (uuid) =>
      Object.entries(localStorage).some(([name, kept]) => name.endsWith(':cart') && kept.includes(uuid)),
    world.cartUuid,
  );
  // What was chosen before is told in the quote's words.
  const isRecalled = contextOf(begun).recalled !== null;
  if (isRecalled) await openAll(world, 'quote');
  const recalls = isRecalled ? page.waitForResponse(/\/orders\/quote\//) : null;
  await page.goto(String(pathOf(begun, world).path));
  await recalls;
  await follows(told, 'checkout', { after: begun, events: [] });
  await holdTime(world);
  // Whoever goes by keys is somewhere before anything happens.
  await page.keyboard.press('Tab');
}

/** What the page shows of a state, and what the server was sent. @returns that, in Portuguese */
export async function look({ page, keys, tick }: World, after: AnyMachineSnapshot): Promise<string[]> {
  const said = [`Chaves de pedido enviadas: ${keys.size}`];
  if (after.status !== 'active') return said;
  const shows = (text: string | RegExp) =>
    expect
      .poll(
        looking(tick, () => page.locator('main').innerText()),
        { message: 'the words' },
      )
      .toMatch(text);
  for (const [state, text] of words) if (isAt(after, state)) await shows(text);
  return said;
}
const again = /Tentar de novo|Tentar agora/;
/** What is read where a state waits for somebody. */
const words: [Parameters<AnyMachineSnapshot['matches']>[0], RegExp][] = [
  [{ shipping: 'ready' }, /Ir para pagamento/],
  [{ shipping: 'offline' }, again],
  [{ shipping: 'failed' }, /Não conseguimos ver os horários/],
  [{ shipping: 'refused' }, /Ainda não chegamos aí/],
  [{ method: 'ready' }, /Todos os dias e horários/],
  [{ method: 'offline' }, again],
  [{ method: 'failed' }, /Não conseguimos ver os horários/],
  [{ payment: 'ready' }, /Continuar/],
  [{ payment: 'empty' }, /Nenhuma forma de pagamento agora/],
  [{ payment: 'offline' }, again],
  [{ payment: 'failed' }, /Não conseguimos ver as formas de pagamento/],
  [{ installment: 'ready' }, /^.*2x/m],
  [{ installment: 'offline' }, again],
  [{ installment: 'failed' }, /Não conseguimos ver as parcelas/],
  [{ confirmation: 'reviewing' }, /Produtos e preços reservados/],
  [{ confirmation: 'proving' }, /Confirme que é você/],
  [{ confirmation: 'lockExpired' }, /Reservar de novo/],
  [{ confirmation: 'offline' }, again],
  [{ confirmation: 'failed' }, /Não conseguimos reservar os produtos/],
  [{ placing: 'posting' }, /Estamos fazendo o seu pedido/],
  [{ placing: 'waiting' }, /mesmo pedido/],
  [{ placing: 'failed' }, /A loja não confirmou o pedido/],
  [{ adopting: 'finding' }, /Procurando o seu pedido/],
  [{ adopting: 'waiting' }, again],
  [{ adopting: 'failed' }, /Não conseguimos conferir o pedido/],
];
