import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptAnswer } from '#server/http/kept-answer.ts';
import { type Drawn, KeptPages, hasNothing, nameOf } from '#server/http/kept-pages.ts';
import { ResponseCache } from '#server/http/response-cache.ts';

/** A page of one line, drawn when the test lets it, from one read whose tag the test sets. */
function shop() {
  const cache = new ResponseCache();
  const clock = { at: 0, now: () => clock.at };
  const pages = new KeptPages(cache, clock);
  const data = {
    price: '1,00',
    tag: 'a',
    dueAt: null as number | null,
    content: 'whole' as Drawn['content'],
  };
  const drawings: PromiseWithResolvers<void>[] = [];
  const state = { isHeld: false };
  const painter = {
    async draw(): Promise<Drawn> {
      const { price: body, tag, dueAt, content } = { ...data };
      const held = Promise.withResolvers<void>();
      drawings.push(held);
      if (state.isHeld) await held.promise;
      return { status: 200, headers: [], body, reads: new Map([['/prices', tag]]), dueAt, content };
    },
    isSame: (reads: Drawn['reads']) => Promise.resolve(reads.get('/prices') === data.tag),
  };
  const ask = async (key = '/', tenantId = 'feira') => {
    const page = await pages.ask(key, key, tenantId, painter);
    return page instanceof KeptAnswer ? page.plain.toString() : page.body;
  };
  /** What a change of the data is: other data, another tag, and the notice of it. */
  const change = (price: string) => {
    Object.assign(data, { price, tag: price });
    cache.expire('feira');
  };
  return { cache, clock, pages, data, drawings, state, painter, ask, change };
}

describe('pages that everybody sees', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setInterval'] }));
  afterEach(() => void vi.useRealTimers());
  /** Lets what was begun come to its next wait, without moving the time. */
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('are drawn once, however many ask at the same moment', async () => {
    const { ask, drawings } = shop();
    expect(await Promise.all(Array.from({ length: 50 }, () => ask()))).toEqual(Array(50).fill('1,00'));
    expect(drawings).toHaveLength(1);
  });

  it('are shown as they were while the new one is drawn, and as they are once it is', async () => {
    const { ask, change, state, drawings } = shop();
    await ask();
    await ask();
    state.isHeld = true;
    change('2,00');
    await settle();
    expect(drawings).toHaveLength(2);
    expect(await Promise.all([ask(), ask()])).toEqual(['1,00', '1,00']);
    drawings[1]?.resolve();
    await settle();
    expect(await ask()).toBe('2,00');
    expect(drawings).toHaveLength(2);
  });

  it('are waited for when they say for too long what is no longer so', async () => {
    const { ask, change, state, drawings } = shop();
    await ask();
    await ask();
    state.isHeld = true;
    change('2,00');
    await vi.advanceTimersByTimeAsync(4_000);
    const late = ask();
    drawings.forEach(({ resolve }) => resolve());
    expect(await late).toBe('2,00');
  });

  it('follow what nobody told of within five seconds, and are not drawn when nothing changed', async () => {
    const { ask, data, drawings } = shop();
    await ask();
    Object.assign(data, { price: '2,00', tag: 'b' });
    for (let asked = 0; asked < 9; asked++) {
      await vi.advanceTimersByTimeAsync(500);
      await ask();
    }
    expect([await ask(), drawings.length]).toEqual(['2,00', 2]);
    for (let asked = 0; asked < 20; asked++) {
      await vi.advanceTimersByTimeAsync(500);
      await ask();
    }
    expect(drawings).toHaveLength(2);
    for (let asked = 0; asked < 20; asked++) {
      await vi.advanceTimersByTimeAsync(500);
      await ask();
    }
    // What they say of time grows old.
    expect(drawings).toHaveLength(3);
  });

  it('of a campaign that ended say so at once', async () => {
    const { ask, clock, data, drawings } = shop();
    data.dueAt = 1_000;
    await ask();
    clock.at = 999;
    expect(await ask()).toBe('1,00');
    Object.assign(data, { price: 'encerrada', dueAt: null });
    clock.at = 1_000;
    expect(await ask()).toBe('encerrada');
    expect(drawings).toHaveLength(2);
  });

  it('keep what was good when something does not answer, and never keep what is in part', async () => {
    const { ask, change, data, painter, pages } = shop();
    data.content = 'partial';
    expect([await ask(), pages.figures().pages]).toEqual(['1,00', 0]);
    data.content = 'whole';
    await ask();
    data.content = 'partial';
    change('sem resposta');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await ask()).toBe('1,00');
    painter.draw = () => Promise.reject(new Error('away'));
    change('nada');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await ask()).toBe('1,00');
    await expect(ask('/other')).rejects.toThrow('away');
  });

  it('that lead elsewhere now are no longer kept', async () => {
    const { ask, change, data, pages } = shop();
    await ask();
    data.content = 'none';
    change('→');
    await vi.advanceTimersByTimeAsync(4_000);
    expect([await ask(), pages.figures().pages]).toEqual(['→', 0]);
  });

  it('of somebody with something in hand have names of their own', () => {
    expect([undefined, '', 'other=1'].map((cookies) => hasNothing(cookies))).toEqual([true, true, true]);
    for (const cookies of [
      'a=1; vitrine-known=1',
      '__Host-refresh=x',
      'refresh=x',
      'vitrine-reason=session.needed',
    ])
      expect([cookies, hasNothing(cookies)]).toEqual([cookies, false]);
    expect(nameOf('/cart', true)).not.toBe(nameOf('/cart', false));
  });

  it('of one tenant do not follow another', async () => {
    const { ask, cache, data, drawings } = shop();
    await ask('/', 'clube');
    await ask('/', 'clube');
    data.tag = 'b';
    cache.expire('feira');
    await settle();
    expect(drawings).toHaveLength(1);
    cache.expire('clube');
    await settle();
    expect(drawings).toHaveLength(2);
  });

  it('are drawn a few at a time, and what is kept is answered and renewed meanwhile', async () => {
    const { ask, change, state, drawings } = shop();
    await ask();
    await ask();
    state.isHeld = true;
    const flood = Array.from({ length: 200 }, (_, at) => ask(`/store/feira/catalog?q=${at}`));
    await settle();
    const before = drawings.length;
    expect(before).toBeLessThan(10);
    expect(await ask()).toBe('1,00');
    change('2,00');
    await settle();
    drawings[before]?.resolve();
    await settle();
    expect(await ask()).toBe('2,00');
    state.isHeld = false;
    drawings.forEach(({ resolve }) => resolve());
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['1,00', '2,00']));
    expect(drawings).toHaveLength(202);
  });

  it('are compressed with less work while others wait for their turn, and well when they stay', async () => {
    const { data, pages, painter } = shop();
    // Text as it is written
    data.price = readFileSync(import.meta.filename, 'utf8');
    const bytes = async (key: string): Promise<number> => {
      const page = await pages.ask(key, key, 'feira', painter);
      if (!(page instanceof KeptAnswer)) throw new Error('it is kept');
      const answer = page.respond(new Request('http://shop.test', { headers: { 'Accept-Encoding': 'br' } }));
      return (await answer.arrayBuffer()).byteLength;
    };
    const alone = await bytes('/alone');
    const rush = await Promise.all(Array.from({ length: 9 }, (_, at) => bytes(`/${at}`)));
    expect([rush[0], rush.at(-1)]).toEqual([Math.max(...rush), alone]);
    expect(rush[0]).toBeGreaterThan(alone);
    for (let asked = 0; asked < 9; asked++) {
      await vi.advanceTimersByTimeAsync(500);
      await bytes('/0');
    }
    vi.useRealTimers();
    await expect.poll(() => bytes('/0')).toBeLessThan(alone);
  });

  it('that cannot be drawn leave their turn to others', async () => {
    const { ask, painter } = shop();
    const { draw } = painter;
    painter.draw = () => Promise.reject(new Error('away'));
    const lost = Array.from({ length: 20 }, (_, at) => ask(`/${at}`));
    expect((await Promise.allSettled(lost)).every(({ status }) => status === 'rejected')).toBe(true);
    painter.draw = draw;
    expect(await ask('/20')).toBe('1,00');
  });

  it('take no more memory than is set aside, whatever is asked for', async () => {
    const { ask, data, pages } = shop();
    data.price = 'x'.repeat(1_000_000);
    for (let page = 0; page < 80; page++) await ask(`/store/feira/catalog?q=${page}`);
    const { bytes, pages: kept } = pages.figures();
    expect(bytes).toBeLessThan(48 * 1_024 * 1_024);
    // As many as that holds, each with all that is kept of it.
    expect([kept, bytes > kept * 1_000_000]).toEqual([50, true]);
    data.price = 'short';
    await ask(`/${'x'.repeat(2_000)}`);
    expect(pages.figures()).toMatchObject({ names: 80, pages: kept, bytes });
  });

  it('are called by no more names than are set aside', async () => {
    const { data, pages, painter } = shop();
    data.price = 'x';
    await pages.ask('/', `/?${'x'.repeat(2_000)}`, 'feira', painter);
    expect(pages.figures()).toMatchObject({ pages: 1, names: 0 });
    for (let name = 0; name < 20_500; name++) await pages.ask('/', `/?utm_source=${name}`, 'feira', painter);
    expect([pages.figures().pages, pages.figures().names]).toEqual([1, 20_000]);
  });
});
