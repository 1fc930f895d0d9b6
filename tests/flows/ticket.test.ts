import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Ticket } from '#contract/ticket.ts';
import { addressOf, placeAt } from '#flows/address.ts';
import { openedFrom, ranUntil } from '#flows/ticket/opened.ts';
import { readTicket } from '#flows/ticket/read-ticket.ts';

const ticket: Ticket = {
  code: '0123456789',
  at: '2026-11-27T12:00:00.000Z',
  until: '2026-12-27T12:00:00.000Z',
  trace: '0a1b2c3d',
  steps: [
    { ago: 9_000, actor: 1, chart: 'cart', event: 'line.added', from: ['idle'], to: ['saving'] },
    { ago: 5_000, actor: 2, chart: 'pix', event: 'xstate.init', from: [], to: ['loading'] },
    {
      ago: 1_000,
      actor: 1,
      chart: 'cart',
      event: 'xstate.done.actor.saveCart',
      from: ['saving'],
      to: ['idle'],
    },
  ],
  running: [
    { actor: 0, chart: 'app', active: ['contact'] },
    { actor: 1, chart: 'cart', active: ['idle'] },
    { actor: 3, chart: 'wallets', active: [] },
  ],
};

describe('a ticket in the book', () => {
  it('is a recording: what ran at each step, of charts that are over until their last', () => {
    const { steps, ...opened } = openedFrom(ticket);
    expect(opened).toMatchObject({ code: '01234-56789', trace: '0a1b2c3d', at: Date.parse(ticket.at) });
    const ran = steps.map(({ at, running }) => [
      Date.parse(ticket.at) - at,
      running
        .flatMap(({ chart, active }) => (chart === 'wallets' ? [] : `${chart} ${active.join()}`))
        .toSorted(),
    ]);
    expect(ran).toEqual([
      [9_000, ['app contact', 'cart saving']],
      [5_000, ['app contact', 'cart saving', 'pix loading']],
      [1_000, ['app contact', 'cart idle']],
    ]);
  });
  it('says where each chart was at a step, the last that moved first, and nothing of what had not begun', () => {
    const opened = openedFrom(ticket);
    const said = (at: number | null) =>
      ranUntil(opened, at).map(({ chart, states, steps }) => `${chart} ${states.join()} ${steps.length}`);
    expect(said(null)).toEqual(['cart idle 2', 'pix loading 1', 'app contact 0']);
    expect(said(0)).toEqual(['cart saving 1', 'app contact 0']);
  });
  it('has an address, which no server is sent with the page', () => {
    const place = { chart: null, page: 'ticket', code: '01234-56789' } as const;
    expect(addressOf(place)).toBe('/flows/open-ticket#chamado=01234-56789');
    expect(placeAt(addressOf(place), () => false)).toEqual(place);
    expect(placeAt('/flows/open-ticket', () => false)).toEqual({ ...place, code: '' });
  });
});

describe('reading a ticket', () => {
  afterEach(() => vi.unstubAllGlobals());
  /** What a server answers, by the beginning of the path. */
  function answers(by: Record<string, unknown>) {
    const asked = vi.fn(async (path: string, _init: RequestInit) => {
      const [, given] = Object.entries(by).find(([begin]) => path.startsWith(begin)) ?? [];
      if (given === undefined) throw new TypeError('Failed to fetch');
      const isProblem = typeof given === 'object' && given !== null && 'code' in given && !('steps' in given);
      const text = typeof given === 'string' ? given : JSON.stringify(given);
      return new Response(text, { status: isProblem || typeof given === 'string' ? 404 : 200 });
    });
    vi.stubGlobal('fetch', asked);
    return asked;
  }
  const read = (code = ' o1234-56789') => toPromise(createActor(readTicket, { input: { code } }).start());
  const none = { code: 'NOT_FOUND' };

  it('asks the sandbox, whatever the spelling of the code', async () => {
    const asked = answers({ '/sandbox/tickets': [ticket] });
    expect(await read()).toEqual(openedFrom(ticket));
    expect(asked.mock.calls.map(([path]) => path)).toEqual(['/sandbox/tickets?code=0123456789']);
  });
  it('asks elsewhere as who is signed in at the desk', async () => {
    const asked = answers({
      '/sandbox/tickets': none,
      '/api/ops/auth/renew': { access_token: 'abc' },
      '/api/ops/tickets/0123456789': ticket,
    });
    expect(await read()).toEqual(openedFrom(ticket));
    expect(asked.mock.calls.at(-1)?.[1]).toMatchObject({ headers: { Authorization: 'Bearer abc' } });
  });
  it.each([
    ['that there is none of this code', { '/sandbox/tickets': [] }, 'NOT_FOUND'],
    [
      'that nobody is signed in',
      { '/sandbox/tickets': none, '/api/ops/auth/renew': { code: 'UNAUTHENTICATED' } },
      'UNAUTHENTICATED',
    ],
    [
      'that the role does not read tickets',
      {
        '/sandbox/tickets': none,
        '/api/ops/auth/renew': { access_token: 'abc' },
        '/api/ops/tickets/': { code: 'ROLE' },
      },
      'ROLE',
    ],
  ])('says %s', async (_, by, code) => {
    answers(by);
    await expect(read()).rejects.toMatchObject({ name: 'ApiProblem', code });
  });
  it('tells silence from a place that knows only files, and asks nothing for what is no code', async () => {
    answers({});
    await expect(read()).rejects.toMatchObject({ name: 'NetworkFault' });
    answers({ '/sandbox/tickets': '<!doctype html>' });
    await expect(read()).rejects.toMatchObject({ name: 'Error' });
    const asked = answers({});
    await expect(read('chamado')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(asked).not.toHaveBeenCalled();
  });
});
