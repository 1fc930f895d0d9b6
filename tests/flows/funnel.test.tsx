import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { StaffTokens } from '#contract/ops/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Funnel, FunnelDays } from '#contract/ops/funnel.ts';
import { FunnelProvider } from '#flows/funnel/context.ts';
import { FunnelPanel } from '#flows/funnel/funnel-panel.tsx';
import { causeWords, countedLines, medianWords } from '#flows/funnel/funnel-words.ts';
import { funnelActors } from '#flows/funnel/funnel-port.ts';
import { followFunnel } from '#flows/history.ts';
import { bookMachine } from '#machines/book/book.machine.ts';
import { funnelMachine } from '#machines/book/funnel.machine.ts';
import { run } from '#tests/support/store/ports.ts';

const funnel: Funnel = {
  days: 7,
  fewest: 5,
  states: [
    {
      state: 'payment',
      entries: 1_240,
      exits: 1_238,
      median: { from: 8, to: 15 },
      causes: [
        { event: 'payment.submitted', count: 1_200 },
        { event: 'page.left', count: 30 },
        { event: 'flow.left', count: 6 },
      ],
      isShort: true,
    },
    { state: 'placed', entries: 2, exits: 0, median: null, causes: [], isShort: false },
  ],
};

describe('what was counted, in words', () => {
  it('says what a state was left by as the book says it elsewhere, and what is no event', () => {
    expect(
      ['payment.submitted', 'xstate.done.actor.lock', 'asked.checkout.payment', 'page.left'].map(causeWords),
    ).toEqual([
      'segue com a forma de pagamento',
      'a reserva dos produtos deu certo',
      'quer ver a tela Pagamento',
      'fecha ou recarrega a página',
    ]);
  });
  it('says a median as the step in which it lies', () => {
    const said = [
      [0, 1],
      [8, 15],
      [30, 60],
      [3_600, null],
    ] as const;
    expect(said.map(([from, to]) => medianWords({ from, to }))).toEqual([
      'até 1 s',
      '8 a 15 s',
      '30 s a 1 min',
      'mais de 1 h',
    ]);
  });
  it('has four lines at most for a state of the drawing', () => {
    expect(funnel.states.map(countedLines)).toEqual([
      [
        'entram 1.240 · saem 1.238',
        'mediana 8 a 15 s',
        '1.200 × segue com a forma de pagamento',
        '30 × fecha ou recarrega a página',
      ],
      ['entram 2 · saem 0'],
    ]);
    expect(countedLines(null)).toEqual(['nada foi contado aqui']);
  });
});

/** What a person reads beside the drawing once the store has answered. */
async function read(answer: () => Promise<Funnel>, hasStore = true): Promise<string> {
  const book = createActor(bookMachine, { input: { chart: 'checkout', state: '', funnel: 7 } });
  const actor = createActor(
    funnelMachine.provide({ actors: { loadFunnel: fromPromise<Funnel, { days: FunnelDays }>(answer) } }),
    { input: { hasStore } },
  ).start();
  followFunnel(book, actor);
  book.start();
  await new Promise((next) => setImmediate(next));
  const page = renderToStaticMarkup(
    <MantineProvider>
      <FunnelProvider value={actor}>
        <FunnelPanel book={book} />
      </FunnelProvider>
    </MantineProvider>,
  );
  return page
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
const refused = (code: 'UNAUTHENTICATED' | 'ROLE') => () => Promise.reject(new ApiProblem(code));

describe('the funnel beside the drawing', () => {
  it('lists the states with why they are left, and says what is not told', async () => {
    const text = await read(() => Promise.resolve(funnel));
    expect(text).toMatch(/payment 1\.240 1\.238 8 a 15 s/);
    expect(text).toMatch(/30 × fecha ou recarrega a página 6 × vai para outra parte da loja/);
    expect(text).toMatch(/outros motivos, cada um menos de 5 vezes/);
    expect(text).toMatch(/para que ninguém seja reconhecido/);
  });
  it.each<[string, () => Promise<Funnel>, boolean, RegExp]>([
    ['while it comes', () => new Promise(() => {}), true, /Lendo os números…/],
    [
      'before anything was counted',
      () => Promise.resolve({ ...funnel, states: [] }),
      true,
      /permitiu ser contado/,
    ],
    ['without a sign-in', refused('UNAUTHENTICATED'), true, /Entre na mesa.*Abrir a mesa/],
    ['of a role that may not', refused('ROLE'), true, /números são da loja toda.*Abrir a mesa/],
    ['without a store', () => Promise.resolve(funnel), false, /Abra o livro na loja/],
    ['without an answer', () => Promise.reject(new Error('gone')), true, /não respondeu.*Tentar de novo/],
  ])('says %s what can be done', async (_when, answer, hasStore, words) => {
    const text = await read(answer, hasStore);
    expect(text).toMatch(words);
    expect(text).not.toMatch(/1\.240/);
  });
});

describe('the calls of the funnel', () => {
  const tokens: StaffTokens = {
    access_token: 'A',
    refresh_token: 'R',
    expires_in: 300,
    me: {
      id: '018f0000-0000-7000-8000-000000000001',
      name: 'Otto',
      contact: 'o…@loja.example',
      role: 'VIEWER',
      shop: 'Feira',
      endsAt: '2026-11-27T12:00:00.000Z',
    },
  };
  it('ask with the sign-in that the desk has in this browser', async () => {
    const asked: string[] = [];
    const answers: Record<string, object> = {
      'POST /api/ops/auth/renew': tokens,
      'GET /api/ops/funnel?days=30': { ...funnel, days: 30 },
    };
    vi.stubGlobal('fetch', ({ method, url, headers }: Request) => {
      const call = `${method} ${url.replace('http://shop', '')}`;
      asked.push(`${call} ${headers.get('authorization') ?? '–'}`);
      return Promise.resolve(Response.json(answers[call]));
    });
    const { loadFunnel } = funnelActors('http://shop', 'client');
    expect(await run(loadFunnel, { days: 30 })).toMatchObject({ days: 30 });
    expect(asked).toEqual(['POST /api/ops/auth/renew –', 'GET /api/ops/funnel?days=30 Bearer A']);
    vi.unstubAllGlobals();
  });
});
