import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dialogActors, fitDialog, moments } from '#actors/person/dialogs.ts';
import { bundled, wordedBy } from '#client/dialogs/words.ts';
import { Dialog } from '#contract/place.ts';
import { addressMachine } from '#machines/address/address.machine.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import { type Moment, dialogMachine } from '#machines/dialogs/dialog.machine.ts';
import { installMachine } from '#machines/install/install.machine.ts';
import { ordersMachine } from '#machines/orders/orders.machine.ts';
import { RUNS } from '#tests/domain/arbitraries.ts';
import { apiOf } from '#tests/support/store/ports.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, waitFor } from 'xstate';

const DOCUMENT = 'GET /api/documents/defaults/dialogs';
const names = Object.keys(moments) as Moment[];
type Asked = keyof typeof bundled;
/** Who hears what the buttons of a moment say. */
const hearers: Record<Moment, AnyStateMachine[]> = {
  installAndroid: [installMachine],
  installIos: [installMachine],
  logout: [appMachine, dialogMachine],
  cancelOrder: [ordersMachine],
  location: [addressMachine],
};
const events = names.flatMap((name): readonly string[] => moments[name].needed);
const button = (event: string, text = `Sim, ${event}`) => ({ text, event, variant: 'primary' });
const whole = (moment: Moment) => ({
  id: moment,
  title: 'Quer mesmo?',
  text: 'Dá para voltar depois.',
  buttons: moments[moment].needed.map((event) => button(event, `Sim: ${event.slice(-9)}`)),
});

const anyText = fc.oneof(
  fc.constantFrom(
    'Vamos lá?',
    '',
    ' ',
    '\u200b',
    '\u202eodal',
    'a\u0000b',
    '!!!',
    'á'.repeat(300),
    'a  b\n c',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const anyThing = fc.oneof(fc.anything({ maxDepth: 1 }), anyText);
const anyEvent = fc.oneof(fc.constantFrom(...events, 'cart.emptied', '__proto__', 'constructor'), anyText);
const anyButton = fc.record({
  text: anyText,
  event: anyEvent,
  variant: fc.constantFrom('primary', 'secondary', 'danger'),
});
/** A whole dialog with one thing wrong in it, or one of which nothing need be right. */
const anyDialog = (moment: Moment): fc.Arbitrary<unknown> => {
  const right = whole(moment);
  return fc.oneof(
    fc.constant(right),
    fc
      .tuple(fc.constantFrom('title', 'text', 'buttons', 'id'), anyThing)
      .map(([key, value]) => ({ ...right, [key]: value })),
    fc.array(anyButton, { maxLength: 4 }).map((more) => ({ ...right, buttons: [...more, ...right.buttons] })),
    fc.record({ id: anyText, title: anyText, text: anyText, buttons: fc.array(anyButton, { maxLength: 4 }) }),
    anyThing,
  );
};
const anyDocument = (moment: Moment): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: anyDialog(moment).map((one) => ({ id: 'dialogs', data: { [moment]: one } })) },
    { weight: 1, arbitrary: anyThing },
  );
const anyCase = fc
  .constantFrom(...names)
  .chain((moment) => fc.tuple(fc.constant(moment), anyDocument(moment)));

/** Words stand there for whoever looks: letters, in their place, and nothing that cannot be seen. */
const isSeen = (text: string, most: number) =>
  text.replace(/[^\p{L}]/gu, '') !== '' && text.length <= most && !/[\p{Cc}\p{Cf}]/u.test(text);

describe('a question of the store', () => {
  it('shows whole words and the buttons it needs, which lead on, whatever its document holds', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ([moment, document]) => {
        const { api } = apiOf({ [DOCUMENT]: document });
        const actor = createActor(dialogMachine.provide({ actors: dialogActors(api) }), {
          input: { moment, words: null, isAsked: false },
        }).start();
        const { words: own } = (await waitFor(actor, (s) => s.matches('ready'))).context;
        actor.send({ type: 'question.asked' });
        expect(actor.getSnapshot().value).toBe('asking');
        const { needed } = moments[moment];
        if (own) {
          const heard = own.buttons.map(({ event }) => event);
          expect(heard).toEqual([...new Set(heard)]);
          expect(heard).toEqual(expect.arrayContaining([...needed]));
          for (const event of heard)
            expect(hearers[moment].some((chart) => chart.events.includes(event))).toBe(true);
          for (const { text } of own.buttons) expect(isSeen(text, 28)).toBe(true);
          expect([isSeen(own.title, 80), isSeen(own.text, 240)]).toEqual([true, true]);
        }
        if (moment in bundled) {
          const shown = wordedBy<string>(own, bundled[moment as Asked]);
          const labels = Object.values(shown.buttons);
          expect(Object.keys(shown.buttons)).toEqual([...needed]);
          expect(isSeen(shown.title, 80) && labels.every((text) => isSeen(text, 28))).toBe(true);
          expect(new Set(labels).size).toBe(labels.length);
        }
        actor.send({ type: 'question.closed' });
        expect(actor.getSnapshot().value).not.toBe('asking');
        actor.stop();
      }),
      RUNS,
    );
  });

  it.each(names)(
    'has, for %s, the store’s words where they are fit, and what is unknown left out',
    (moment) => {
      const own = whole(moment);
      expect(
        fitDialog(moment, {
          ...own,
          title: ' Quer\n mesmo? ',
          buttons: [...own.buttons, button('cart.emptied')],
        }),
      ).toEqual(own);
      // Two buttons that read the same could not be told apart.
      const [one] = own.buttons;
      const same = own.buttons.map(({ event }) => button(event, one?.text));
      if (same.length > 1) expect(fitDialog(moment, { ...own, buttons: same })).toBeNull();
    },
  );

  it('reads the document once for all of them, and again only where it could not', async () => {
    const { api, asked } = apiOf({ [DOCUMENT]: { id: 'dialogs', data: { logout: whole('logout') } } });
    const { readDialog } = dialogActors(api);
    const read = async (from: typeof readDialog, moment: Moment | null) =>
      (await waitFor(createActor(from, { input: { moment } }).start(), (s) => s.status !== 'active')).output;
    expect(await read(readDialog, null)).toBeNull();
    expect(asked).toEqual([]);
    expect(await Promise.all([read(readDialog, 'logout'), read(readDialog, 'cancelOrder')])).toEqual([
      whole('logout'),
      null,
    ]);
    expect(asked).toEqual([DOCUMENT]);
    const silent = apiOf({});
    const port = dialogActors(silent.api).readDialog;
    for (const times of [1, 2]) {
      await expect(read(port, 'logout')).rejects.toThrow();
      expect(silent.asked).toHaveLength(times);
    }
  });

  it.each(['feira', 'clube'])(
    'of the demo shop %s stands at the moment of its name in its words',
    async (shop) => {
      const file = path.resolve(import.meta.dirname, `../../src/shops/${shop}/documents/defaults.json`);
      const { dialogs } = v.parse(
        v.object({ dialogs: v.record(v.string(), Dialog) }),
        JSON.parse(await readFile(file, 'utf8')),
      );
      expect(Object.keys(dialogs).sort()).toEqual([...names].sort());
      for (const name of names) expect(fitDialog(name, dialogs[name])).toEqual(dialogs[name]);
    },
  );
});
