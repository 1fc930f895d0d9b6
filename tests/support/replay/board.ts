import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { PLAYED_BEFORE } from '#flows/paths/compared.ts';
import { PLAYED, type PlayedChart, type PlayedStep, type PlayedTour, playedIn } from '#flows/paths/played.ts';

/** The folder that wants the storyboards of replays; none in any other run. */
export const WANTED = 'PICTURES_OF_REPLAYS';
const { [WANTED]: wanted } = process.env;

/** A tour that is on its way. */
interface OnItsWay {
  step(page: Pick<Page, 'screenshot'>, seen: Omit<PlayedStep, 'picture'>): Promise<void>;
  end(told: Pick<PlayedTour, 'run' | 'fault'>): void;
}
const nowhere: OnItsWay = { step: async () => undefined, end: () => undefined };

/**
 * The storyboards of a chart's replay, for the flow book: each step with its picture.
 */
export class Board {
  readonly #folder: string | undefined;
  readonly #played: Omit<PlayedChart, 'tours'>;
  readonly #tours: PlayedTour[] = [];

  /** @param never what nobody can bring about, with the reason in Portuguese: the book shows it */
  constructor(chart: string, all: number, never: Record<string, string>, folder = wanted) {
    this.#folder = folder;
    const reasons = Object.entries(never).map(([what, why]) => ({ what, why }));
    this.#played = { chart, at: new Date().toISOString(), all, taken: all - reasons.length, never: reasons };
  }

  tour(): OnItsWay {
    const folder = this.#folder;
    if (!folder) return nowhere;
    mkdirSync(folder, { recursive: true });
    const { chart } = this.#played;
    const number = this.#tours.length + 1;
    const steps: PlayedStep[] = [];
    const tour = { steps, run: '', fault: '' };
    this.#tours.push(tour);
    return {
      step: async (page, seen) => {
        const file = `${chart}-${number}-${steps.length}.jpg`;
        await page.screenshot({
          path: path.join(folder, file),
          type: 'jpeg',
          quality: 60,
          animations: 'disabled',
        });
        steps.push({ ...seen, picture: `${path.basename(folder)}/${file}` });
      },
      end: (told) => {
        Object.assign(tour, told);
        const text = JSON.stringify({ ...this.#played, tours: this.#tours });
        writeFileSync(path.join(folder, `${chart}.json`), text);
      },
    };
  }
}

/** Where replays leave their storyboards for a book. @param book the folder of its build */
export const boardsOf = (book: string): string => path.join(book, path.basename(PLAYED, '.json'));
/** Lists the storyboards that replays left, where the book looks for them; none where nothing was left. */
export function listBoards(book: string): void {
  const folder = boardsOf(book);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8'));
  writeFileSync(path.join(book, PLAYED), `[${texts.join()}]`);
}

/**
 * Puts the storyboards of another book beside those of this one, to be compared with them.
 * @param other the folder of its build
 * @throws Error where that has no storyboards
 */
export function keepFormerBoards(book: string, other: string): void {
  const list = path.join(other, PLAYED);
  const charts = existsSync(list) ? playedIn(JSON.parse(readFileSync(list, 'utf8'))) : null;
  if (!charts?.length) throw new Error(`${other} has no replays: build that book with --pictures.`);
  cpSync(boardsOf(other), path.join(book, 'before'), { recursive: true });
  const former = charts.map((chart) => ({
    ...chart,
    tours: chart.tours.map((tour) => ({
      ...tour,
      steps: tour.steps.map((step) => ({ ...step, picture: step.picture.replace(/^played\//, 'before/') })),
    })),
  }));
  writeFileSync(path.join(book, PLAYED_BEFORE), JSON.stringify(former));
}
