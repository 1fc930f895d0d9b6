/** A row of the screen table (`screens.ts`). */
export interface ScreenDef {
  readonly path: string;
  /** the specification's screen name in camelCase, for titles and measurement; left out where the state has it */
  readonly name?: string;
  readonly title: string;
  /** `replace`: never leaves an entry behind it to go back to. `passing`: leaving it overwrites its entry. */
  readonly history?: 'replace' | 'passing';
  /** Pages of visitors: rendered on the server with their data. */
  readonly public?: true;
  /**
   * May be shown before it is known who is here, as public ones always may; `believed`: to whom the page was made
   * for, on the word of the server that made it.
   */
  readonly early?: true | 'believed';
  /** The bars around it; left out: the tabs for a screen of the app chart, none for a step of a flow. */
  readonly frame?: Frame;
  /** The part of the shop that the tabs and the header mark. */
  readonly tab?: 'home' | 'campaigns' | 'wallets' | 'orders' | 'account';
  /**
   * Read beside whatever one is doing: looking at it ends no errand, and Back leads to where one was.
   * `outside`: also by whoever may not enter a company's store.
   */
  readonly aside?: true | 'outside';
  /** Of such a screen, what its state means, in one sentence of Portuguese. */
  readonly description?: string;
  /** Legal values of path parameters; anything else is not found. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /**
   * Reads the search parameters that the screen knows; the rest stays in the address and never reaches a
   * chart.
   */
  readonly search?: (raw: Record<string, unknown>) => object;
}

/**
 * `window`: the tabs and the bar of a cart with something in it. `tabs`: the tabs alone. `goods` and `step`:
 * an action bar of the screen's own, under the whole header or a bare one. `form`: a bare header alone.
 * `purchase`:
 * action bar and header of the screen's own.
 */
export type Frame = 'window' | 'tabs' | 'goods' | 'step' | 'form' | 'purchase';

/** The parameters that a path names with `$`. */
export type ParamNames<P extends string> = P extends `${string}$${infer R}`
  ? R extends `${infer N}/${infer T}`
    ? N | ParamNames<`/${T}`>
    : R
  : never;
