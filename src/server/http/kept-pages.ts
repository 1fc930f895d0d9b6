import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HeaderList, KeptAnswer } from './kept-answer.ts';
import { GRACE, LIFE, LONGEST_KEY, type ResponseCache, keyOfRaw, weightOf } from './response-cache.ts';
import { Shelf } from './shelf.ts';

/**
 * How long after a change a page that was drawn before it is still shown while the new one is drawn, in ms.
 * With the second for which changes are gathered: below 5 s.
 */
const TOLD_WITHIN = 3_500;
/** A page says how long something still lasts, so it is drawn anew after so many ms though nothing changed. */
const DRAWN_FOR = 20_000;
/** After a drawing of `n` ms the next in the background waits `n * REST` ms: readers come first. */
const REST = 2;
/** How often it is looked for pages whose time has come, ms. */
const LOOK = 250;
/**
 * Drawings side by side of pages that nobody has yet. More would not be drawn sooner: everybody would wait for
 * all of them, also who asks for a page that is kept.
 */
const SIDE_BY_SIDE = 3;
const MOST_BYTES = 48 * 1_024 * 1_024;
const MOST_NAMES = 20_000;

/** A page as it was drawn. */
export interface Drawn {
  status: number;
  headers: HeaderList;
  body: string;
  /** Calls that it was drawn from, with the tag of each answer. */
  reads: ReadonlyMap<string, string | null>;
  /** Epoch ms of the shop's clock at which time opens or ends something on it; null when nothing does. */
  dueAt: number | null;
  /**
   * `whole` is kept; `partial`, where something that it shows did not answer, is better than nothing; `none` is
   * no page, but the way to another.
   */
  content: 'whole' | 'partial' | 'none';
}

/** How a page is drawn, and whether what it was drawn from is still the same. */
export interface Painter {
  draw(): Promise<Drawn>;
  isSame(reads: Drawn['reads']): Promise<boolean>;
}

/**
 * Whether a browser keeps nothing of the shop: neither a session (`routes/session.ts`) nor what its storage
 * tells of (`src/client/storage.ts`), nor the reason for which it was sent here.
 */
export const hasNothing = (cookies: string | undefined): boolean => !/vitrine|refresh/.test(cookies ?? '');
/** What an address is called by: some show something else to who has something in hand. */
export const nameOf = (address: string, isNobody: boolean): string => (isNobody ? address : `+\n${address}`);

interface Page {
  readonly tenantId: string;
  readonly painter: Painter;
  answer: KeptAnswer;
  /** The text of it is in the answer. */
  drawn: Pick<Drawn, 'reads' | 'dueAt'>;
  drawnAt: number;
  checkedAt: number;
  /** Since when it is known that the data changed; Infinity while it is not. */
  outdatedAt: number;
  /** Whether it was asked for since it was checked. */
  isAsked: boolean;
}

/**
 * Pages that everybody sees. Readers get the last one at once; the next is drawn in the background, one after
 * the other, when the data changed or time passed. Somebody waits only for a page that nobody asked for
 * lately, and for one that time has ended.
 */
export class KeptPages {
  readonly #cache: ResponseCache;
  readonly #clock: { now(): number };
  readonly #trusted: number;
  readonly #pages = new Shelf<Page>(MOST_BYTES);
  /** Addresses as they came, with the page that each is answered by. */
  readonly #names = new Map<string, string>();
  readonly #drawing = new Map<string, Promise<KeptAnswer | Drawn>>();
  /** Pages that nobody has yet: how many are being drawn, and what begins the next ones. */
  #begun = 0;
  readonly #queue: (() => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #isBusy = false;
  #served = 0;
  #drawings = 0;

  /**
   * @param clock the shop's, epoch ms
   * @param trusted number of proxies in front that are believed
   */
  constructor(cache: ResponseCache, clock: { now(): number }, trusted = 0) {
    this.#cache = cache;
    this.#clock = clock;
    this.#trusted = trusted;
    cache.onExpire((tenantId) => {
      for (const [, page] of this.#pages.entries())
        if (tenantId === '*' || page.tenantId === tenantId)
          page.outdatedAt = Math.min(page.outdatedAt, performance.now());
      void this.#renewAll();
    });
    this.#timer = setInterval(() => void this.#renewAll(), LOOK).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Answers given from memory, pages drawn, and what is kept. */
  figures(): { served: number; drawings: number; pages: number; names: number; bytes: number } {
    return {
      served: this.#served,
      drawings: this.#drawings,
      pages: this.#pages.size,
      names: this.#names.size,
      bytes: this.#pages.weight,
    };
  }

  /** Answers straight from memory, before any routing. @returns false when the request is not for it */
  serveRaw(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, headers, url } = request;
    // Calls are looked for elsewhere, and their names are not made twice.
    if (method !== 'GET' || headers.origin !== undefined || url?.startsWith('/api/')) return false;
    const name = nameOf(keyOfRaw(request, this.#trusted), hasNothing(headers.cookie));
    const key = this.#names.get(name);
    const answer = key === undefined ? undefined : this.#ready(key);
    if (!answer) return false;
    this.#served++;
    answer.write(request, response);
    return true;
  }

  /**
   * The page of `key`, drawn now where there is none that may be shown.
   * @param name the address that asked for it: the next time it is answered without routing
   * @returns what was drawn where it is no page to keep
   */
  async ask(key: string, name: string, tenantId: string, painter: Painter): Promise<KeptAnswer | Drawn> {
    const answer = this.#ready(key) ?? (await this.#renew(key, tenantId, painter));
    if (name.length <= LONGEST_KEY && this.#pages.has(key)) this.#call(name, key);
    return answer;
  }

  #call(name: string, key: string): void {
    this.#names.delete(name);
    this.#names.set(name, key);
    const [oldest] = this.#names.keys();
    if (this.#names.size > MOST_NAMES && oldest !== undefined) this.#names.delete(oldest);
  }

  /** The page that may be shown now, if there is one. */
  #ready(key: string): KeptAnswer | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    page.isAsked = true;
    const now = performance.now();
    const isLate =
      now >= page.checkedAt + LIFE + GRACE || now >= page.outdatedAt + TOLD_WITHIN || this.#isOver(page);
    return isLate ? undefined : page.answer;
  }

  /** Whether time opened or ended something on it: from that instant on it says what is not so. */
  #isOver({ drawn: { dueAt } }: Page): boolean {
    return dueAt !== null && this.#clock.now() >= dueAt;
  }

  #isDue(page: Page): boolean {
    return (
      page.isAsked &&
      (page.outdatedAt < Infinity || this.#isOver(page) || performance.now() >= page.checkedAt + LIFE)
    );
  }

  /** Draws what is due and was asked for, in turn, with rests in between. */
  async #renewAll(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (;;) {
        // The one that was looked at longest ago.
        const due = [...this.#pages.entries()].find(([, page]) => this.#isDue(page));
        if (!due) return;
        const [key, page] = due;
        const begun = performance.now();
        await this.#renew(key, page.tenantId, page.painter).catch(() => undefined);
        const rest = Math.min((performance.now() - begun) * REST, 1_000);
        await new Promise((done) => setTimeout(done, rest).unref());
      }
    } finally {
      this.#isBusy = false;
    }
  }

  /** One drawing at a time for each page, whoever waits for it. */
  #renew(key: string, tenantId: string, painter: Painter): Promise<KeptAnswer | Drawn> {
    const running = this.#drawing.get(key);
    if (running) return running;
    const make = () => this.#make(key, tenantId, painter);
    const drawing = (this.#pages.has(key) ? make() : this.#inTurn(make)).finally(() =>
      this.#drawing.delete(key),
    );
    this.#drawing.set(key, drawing);
    return drawing;
  }

  /** One of few at a time; with a turn of the loop before the next, in which others are answered. */
  async #inTurn<T>(make: () => Promise<T>): Promise<T> {
    if (this.#begun >= SIDE_BY_SIDE) await new Promise<void>((begin) => this.#queue.push(begin));
    else this.#begun++;
    try {
      return await make();
    } finally {
      setImmediate(() => {
        const next = this.#queue.shift();
        if (next) next();
        else this.#begun--;
      });
    }
  }

  async #make(key: string, tenantId: string, painter: Painter): Promise<KeptAnswer | Drawn> {
    const mark = this.#cache.mark();
    const begun = performance.now();
    const former = this.#pages.get(key);
    // What was good stays when what it is drawn from does not answer; that is asked again after a while.
    const keepFormer = (page: Page): KeptAnswer => {
      this.#keep(key, { ...page, checkedAt: performance.now() }, this.#cache.mark());
      return page.answer;
    };
    try {
      if (former && !this.#isOver(former) && begun < former.drawnAt + DRAWN_FOR)
        if (await painter.isSame(former.drawn.reads)) {
          this.#keep(key, { ...former, checkedAt: begun }, mark);
          // What stays as it is, is worth the work.
          former.answer.condense().catch(() => undefined);
          return former.answer;
        }
      const drawn = await painter.draw();
      this.#drawings++;
      if (drawn.content === 'none') {
        this.#pages.drop(key);
        return drawn;
      }
      if (drawn.content === 'partial') return former && !this.#isOver(former) ? keepFormer(former) : drawn;
      const answer = await KeptAnswer.of(
        { status: drawn.status, body: Buffer.from(drawn.body), headers: drawn.headers, vary: 'X-App' },
        former?.answer,
        this.#queue.length > 0,
      );
      const { reads, dueAt } = drawn;
      const times = { drawnAt: begun, checkedAt: begun, outdatedAt: Infinity };
      this.#keep(key, { tenantId, painter, answer, drawn: { reads, dueAt }, ...times, isAsked: false }, mark);
      return answer;
    } catch (fault) {
      if (former && !this.#isOver(former)) return keepFormer(former);
      throw fault;
    }
  }

  #keep(key: string, page: Page, mark: number): void {
    if (key.length > LONGEST_KEY) return;
    const isCurrent = this.#cache.isCurrent(page.tenantId, mark);
    const kept = { ...page, isAsked: false, outdatedAt: isCurrent ? Infinity : page.checkedAt };
    this.#pages.put(key, kept, weightOf(key, page.answer));
  }
}
