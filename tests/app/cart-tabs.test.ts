import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { TabMessage, Tabs } from '#actors/tabs.ts';
import { lineKey } from '#domain/cart-line.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import type { CartContext } from '#machines/cart/facts.ts';
import { type HeldLine, rebased } from '#machines/cart/lines.ts';
import { readCart } from '#machines/stored.ts';
import { keepCart } from '#shell/wiring/keep-cart.ts';
import { held } from '../machines/cart/cart.held.ts';
import { HeldClock, fireTimer } from '../support/browser/held-clock.ts';
import { cartOf, pricedLine, refusal, uuid } from '../support/samples.ts';
import { prepare } from '../support/walk.ts';

type Quantities = Record<string, number>;
const quantitiesOf = (lines: HeldLine[]): Quantities =>
  Object.fromEntries(lines.map((line) => [lineKey(line), line.quantity]));
const ITEMS = [1, 2];
const keyOf = (n: number) => lineKey(held(n, 1));

/** A browser whose tabs share what it keeps and hear one another, and the server behind them. */
function browser() {
  const { machine } = prepare(cartMachine);
  const server = new Map<string, { version: number; quantities: Quantities }>();
  let kept: { stored: unknown; lines: unknown } = { stored: null, lines: null };
  const tabs: Tab[] = [];
  let drawn = 20;

  const cartAt = (number: string) => {
    const found = server.get(number);
    return (
      found &&
      cartOf(
        found.version,
        ITEMS.flatMap((n) => {
          const quantity = found.quantities[keyOf(n)];
          return quantity ? [pricedLine(n, quantity)] : [];
        }),
        { uuid: number },
      )
    );
  };

  function open() {
    const clock = new HeldClock();
    const memory = kept.stored === null ? null : readCart(kept.stored, kept.lines);
    const actor = createActor(machine, { input: { memory, leadId: uuid(7) }, clock });
    const inbox: TabMessage[] = [];
    let listener: ((message: TabMessage) => void) | undefined;
    const channel: Tabs = {
      tell: (message) => {
        for (const other of tabs) if (other !== tab) other.inbox.push(structuredClone(message));
      },
      hear: (listen) => {
        listener = listen;
        return () => undefined;
      },
    };
    // The prepared chart forgets its context type
    const context = () => actor.getSnapshot().context as CartContext;
    const answer = (port: string, output: unknown) => {
      actor.send({ type: `xstate.done.actor.${port}`, output });
    };
    const fail = (port: string, error: unknown) => {
      actor.send({ type: `xstate.error.actor.${port}`, error });
    };
    /**
     * Lets the one thing happen that the tab waits for. What other tabs have said is heard before: it goes
     * from page to page, and a timer or an answer of the server takes longer. @returns whether it waited
     */
    function goOn(): boolean {
      while (tab.hear());
      const at = actor.getSnapshot();
      const { uuid: number, base, edits, sent } = context();
      if (at.matches('dirty')) fireTimer(actor, clock, 'xstate.after.settle.cart.dirty');
      else if (at.matches('offline')) fireTimer(actor, clock, 'xstate.after.backOff.cart.offline');
      else if (at.matches({ syncing: 'creatingUuid' })) answer('drawCart', { uuid: uuid(drawn++) });
      else if (at.matches('refreshing')) {
        const cart = cartAt(number ?? '');
        if (cart) answer('loadCart', cart);
        else fail('loadCart', refusal('NOT_FOUND').error);
      } else if (at.matches({ syncing: 'writing' })) {
        const present = server.get(number ?? '') ?? { version: 0, quantities: {} };
        const isStale = present.version !== base.version;
        if (!isStale)
          server.set(number ?? '', {
            version: base.version + 1,
            quantities: quantitiesOf(rebased(base, edits.slice(0, sent)).lines),
          });
        const cart = cartAt(number ?? '');
        if (isStale) fail('putCart', refusal('VERSION', { current: cart }).error);
        else answer('putCart', cart);
      } else return false;
      return true;
    }
    const tab: Tab = {
      inbox,
      goOn,
      tap: (n) => actor.send({ type: 'line.added', line: held(n, 1) }),
      hear: () => {
        const message = inbox.shift();
        if (message) listener?.(message);
        return message !== undefined;
      },
      quantities: () => quantitiesOf(context().lines),
      number: () => context().uuid,
      close: () => actor.stop(),
    };
    tabs.push(tab);
    actor.start();
    // As above
    keepCart(actor as never, {
      tabs: channel,
      storage: {
        cart: {
          read: () => kept,
          write: (stored, lines) => {
            // As text, like the browser
            kept = JSON.parse(JSON.stringify({ stored, lines })) as typeof kept;
          },
          drop: () => {
            kept = { stored: null, lines: null };
          },
        },
        lead: { read: () => null, keep: () => undefined, drop: () => undefined },
      },
    });
    return tab;
  }
  /** Until nobody waits for anything any more. */
  function settle() {
    for (let turns = 0; tabs.some((tab) => tab.hear() || tab.goOn()); turns++)
      if (turns > 500) throw new Error('The tabs never come to rest.');
  }
  return { open, settle, server, close: () => tabs.forEach((tab) => tab.close()) };
}
interface Tab {
  inbox: TabMessage[];
  goOn(): boolean;
  tap(n: number): void;
  hear(): boolean;
  quantities(): Quantities;
  number(): string | null;
  close(): void;
}

describe('the cart in two tabs', () => {
  it('counts a tap once that the second tab read before the first had written it', () => {
    const { open, settle, server, close } = browser();
    const one = open();
    one.tap(1);
    const two = open();
    // The later tab is the quicker one: a browser slows those down that nobody sees.
    while (two.hear() || two.goOn());
    settle();
    expect([one.quantities(), two.quantities()]).toEqual([{ [keyOf(1)]: 1 }, { [keyOf(1)]: 1 }]);
    expect(one.number()).toBe(two.number());
    expect(server.get(one.number() ?? '')?.quantities).toEqual({ [keyOf(1)]: 1 });
    close();
  });
  it('counts two taps on the same product, one in each of two tabs that know nothing of each other', () => {
    const { open, settle, server, close } = browser();
    const tabs = [open(), open()];
    for (const tab of tabs) tab.tap(1);
    for (const tab of tabs) while (tab.goOn());
    settle();
    // The one with the larger number hears of the other with its next change.
    for (const tab of tabs) tab.tap(2);
    settle();
    const all = { [keyOf(1)]: 2, [keyOf(2)]: 2 };
    expect(tabs.map((tab) => tab.quantities())).toEqual([all, all]);
    expect(server.get(tabs[0]?.number() ?? '')?.quantities).toEqual(all);
    close();
  });

  const step = fc.record({
    tab: fc.nat(1),
    act: fc.constantFrom('tap', 'tap', 'hear', 'go on', 'go on'),
    item: fc.constantFrom(...ITEMS),
  });
  it('counts every tap once and loses none, whatever two tabs do and whenever the second is opened', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.array(step, { maxLength: 24 }), (alone, together) => {
        const { open, settle, server, close } = browser();
        const tabs = [open()];
        const taps: Quantities = {};
        const tap = (tab: Tab | undefined, n: number) => {
          if (!tab) return;
          tab.tap(n);
          taps[keyOf(n)] = (taps[keyOf(n)] ?? 0) + 1;
        };
        const take = ({ tab, act, item }: (typeof together)[number]) => {
          const acting = tabs[tab] ?? tabs[0];
          if (act === 'tap') tap(acting, item);
          if (act === 'hear') acting?.hear();
          if (act === 'go on') acting?.goOn();
        };
        for (const one of alone) take(one);
        tabs.push(open());
        for (const one of together) take(one);
        settle();
        for (const tab of tabs) tap(tab, 1);
        settle();
        expect(tabs.map((tab) => tab.quantities())).toEqual([taps, taps]);
        expect(server.get(tabs[0]?.number() ?? '')?.quantities).toEqual(taps);
        close();
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});
