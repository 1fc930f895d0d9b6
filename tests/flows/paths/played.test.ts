import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { PLAYED, playedIn } from '#flows/paths/played.ts';
import { Board, boardsOf, listBoards } from '#tests/support/replay/board.ts';

const book = mkdtempSync(path.join(tmpdir(), 'vitrine-boards-'));
afterAll(() => rmSync(book, { recursive: true, force: true }));
const given = (): unknown => JSON.parse(readFileSync(path.join(book, PLAYED), 'utf8'));

const page = { screenshot: vi.fn(async () => Buffer.alloc(0)) };
const step = {
  happens: 'pede o código',
  hears: ['code.requested'],
  states: ['request.sending'],
  path: '/login/phone/verification',
  title: 'Receber código',
  server: ['Códigos enviados: 0'],
};
/** A tour of one step. */
async function play(board: Board, fault: string): Promise<void> {
  const tour = board.tour();
  await tour.step(page, step);
  tour.end({ run: 'letters', fault });
}

describe('storyboards of replays', () => {
  it('are none where nothing was replayed', () => {
    listBoards(book);
    expect(playedIn(given())).toEqual([]);
  });
  it('are not kept where nobody wants them', async () => {
    page.screenshot.mockClear();
    await play(new Board('login', 56, {}, ''), '');
    expect(page.screenshot).not.toHaveBeenCalled();
    listBoards(book);
    expect(playedIn(given())).toEqual([]);
  });
  it('are read by the book as they were kept, a chart’s newest for each', async () => {
    const folder = boardsOf(book);
    const never = { 'login · a → b': 'os dois são links' };
    await play(new Board('login', 56, never, folder), 'of before');
    const board = new Board('login', 56, never, folder);
    await play(board, '');
    await play(board, 'o título');
    await play(new Board('signup', 92, {}, folder), '');
    listBoards(book);
    const kept = (number: number, fault: string) => ({
      steps: [{ ...step, picture: `played/login-${number}-0.jpg` }],
      run: 'letters',
      fault,
    });
    expect(playedIn(given())).toMatchObject([
      {
        chart: 'login',
        all: 56,
        taken: 55,
        never: [{ what: 'login · a → b', why: 'os dois são links' }],
        tours: [kept(1, ''), kept(2, 'o título')],
      },
      { chart: 'signup', taken: 92 },
    ]);
  });
  it.each([
    ['no list', (all: object[]) => ({ all })],
    ['no chart', (all: object[]) => [...all, null]],
    ['a tour without steps', ([one]: object[]) => [{ ...one, tours: [{ steps: [], run: '', fault: '' }] }]],
    [
      'a picture from elsewhere',
      ([one]: object[]) => [
        {
          ...one,
          tours: [{ steps: [{ ...step, picture: 'https://example.com/a.jpg' }], run: '', fault: '' }],
        },
      ],
    ],
    ['a count that is none', ([one]: object[]) => [{ ...one, taken: '48' }]],
    ['a reason that is none', ([one]: object[]) => [{ ...one, never: [{ what: 'a' }] }]],
  ])('are none with %s', (_, alter) => {
    const whole = given() as object[]; // what the test before kept
    expect(playedIn(whole)).not.toBe(null);
    expect(playedIn(alter(whole))).toBe(null);
  });
});
