import type { Client } from '#api/client.ts';
import { getDocument } from '#contract/document.ts';
import { Dialog } from '#contract/place.ts';
import type { AddressEvent } from '#machines/address/setup.ts';
import type { AppEvent } from '#machines/app/events.ts';
import type { DialogEvent, Moment } from '#machines/dialogs/dialog.machine.ts';
import type { InstallEvent } from '#machines/install/install.machine.ts';
import type { OrdersEvent } from '#machines/orders/setup.ts';
import * as v from 'valibot';
import { fromPromise } from 'xstate';

type EventName = (AddressEvent | AppEvent | DialogEvent | InstallEvent | OrdersEvent)['type'];
interface Events {
  /** without a button for each of these it cannot be answered */
  needed: readonly EventName[];
  /** a button may name these as well */
  also?: readonly EventName[];
}
/** What the buttons of a dialog name, by its moment (D16); those of other names are left out (D90). */
export const moments = {
  installAndroid: { needed: ['install.accepted', 'install.dismissed'] },
  installIos: { needed: ['install.dismissed'], also: ['install.accepted'] },
  logout: { needed: ['signout.requested', 'question.closed'] },
  cancelOrder: { needed: ['cancel.requested', 'cancel.dismissed'] },
  location: { needed: ['gps.requested', 'geolocation.declined'] },
} as const satisfies Record<Moment, Events>;

/** Longer, it would hide the page that it lies over, or not fit on its button. */
const LONGEST = { title: 80, text: 240, button: 28, word: 30 };
/** What no eye sees: with it words may be there and nothing stand on the screen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;
/** The same words with single blanks; null where they cannot be read in their place. */
function readable(text: string, most: number): string | null {
  const words = text.trim().split(/\s+/);
  const said = words.join(' ');
  const fits = said.length <= most && words.every(({ length }) => length <= LONGEST.word);
  return fits && /\p{L}/u.test(said) && !UNSEEN.test(said) ? said : null;
}

/**
 * The store's words for a moment, where they can be shown: short, readable, with a button for every answer that the
 * moment needs, each once, and none for anything else.
 * @param given whatever the document holds under that name
 * @returns null where the program's own words are to be shown
 */
export function fitDialog(moment: Moment, given: unknown): Dialog | null {
  const dialog = v.safeParse(Dialog, given);
  if (!dialog.success) return null;
  const { needed, also = [] }: Events = moments[moment];
  const known: readonly string[] = [...needed, ...also];
  const title = readable(dialog.output.title, LONGEST.title);
  const text = readable(dialog.output.text, LONGEST.text);
  const buttons = dialog.output.buttons.flatMap((button) => {
    const label = readable(button.text, LONGEST.button);
    return label !== null && known.includes(button.event) ? [{ ...button, text: label }] : [];
  });
  const each = buttons.filter(({ event }, at) => buttons.findIndex((one) => one.event === event) === at);
  // Two answers of one name could not be told apart.
  const isClear = new Set(each.map((button) => button.text)).size === each.length;
  const isWhole = needed.every((event) => each.some((button) => button.event === event));
  return title !== null && text !== null && isClear && isWhole
    ? { ...dialog.output, title, text, buttons: each }
    : null;
}

/** What each client of the API has read, or is reading. */
const read = new WeakMap<Client, Promise<Record<string, unknown>>>();
/** The document once for each page; a read that failed is tried again when the next moment comes near. */
function dialogsOf(api: Client): Promise<Record<string, unknown>> {
  const coming =
    read.get(api) ??
    api.call(getDocument, { params: { collection: 'defaults', id: 'dialogs' } }).then(({ data }) => data);
  read.set(api, coming);
  coming.catch(() => read.delete(api));
  return coming;
}

/** The words of the store for a moment; null where it has none that can be shown. */
export const dialogOf = async (api: Client, moment: Moment): Promise<Dialog | null> =>
  fitDialog(moment, (await dialogsOf(api))[moment]);

/** Port of the chart of a question that a store may word. */
export const dialogActors = (api: Client) => ({
  readDialog: fromPromise<Dialog | null, { moment: Moment | null }>(async ({ input: { moment } }) =>
    moment === null ? null : dialogOf(api, moment),
  ),
});
