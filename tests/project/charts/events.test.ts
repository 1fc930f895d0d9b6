import { describe, expect, it } from 'vitest';
import { statesOf } from '#flows/facts.ts';
import { allCharts } from '../../tools/charts.ts';
import { sourceFiles } from '../../tools/source.ts';

/** Sent by nothing yet: the specification names them (§4), and a link and the end of a session do the same. */
const NAMED = new Set(['code.reset', 'location.reset']);
/** A line that says what an event looks like, or what a chart does on it, sends none. */
const DECLARES = /^\s*\||Extract<|^\s*(?:export )?type /;
const KEY = /'[\w.]+':/g;
/** What a template makes of a name: `${page}.requested`, `field.${what}`. */
const MADE = /`(?:\w+\.)?\$\{[^}]*\}(?:\.\w+)?`/g;

/** Whether something in a text sends an event: by its name, or by a template that makes such names. */
function senderIn(text: string): (event: string) => boolean {
  const made = [...new Set(text.match(MADE))].map(
    (template) =>
      new RegExp(
        `^${template
          .slice(1, -1)
          .replace(/\./g, '\\.')
          .replace(/\$\{[^}]*\}/, '\\w+')}$`,
      ),
  );
  const isVague = (pattern: RegExp) => pattern.test('anything') || pattern.test('any.thing');
  const known = made.filter((pattern) => !isVague(pattern));
  return (event) => text.includes(`'${event}'`) || known.some((pattern) => pattern.test(event));
}

describe('every event that a chart hears', () => {
  it('is sent by something, so that no edge promises what nobody can do', async () => {
    const files = await sourceFiles(['src/**/*.ts', 'src/**/*.tsx', 'machines/**/*.ts']);
    const isSent = senderIn(
      files
        .flatMap(({ text }) => text.split('\n'))
        .filter((line) => !DECLARES.test(line))
        .join('\n')
        .replace(KEY, ''),
    );
    const unsent = (await allCharts()).flatMap(({ machine }) =>
      [...new Set(statesOf(machine.root).flatMap(({ transitions }) => [...transitions.keys()]))]
        // Calls, clocks and charts inside send their own; a screen's is made of its id.
        .filter((event) => !/^(?:xstate|asked)\.|\*|^$/.test(event) && !isSent(event))
        .map((event) => `${machine.id}: ${event}`),
    );
    expect(unsent.filter((one) => !NAMED.has(one.replace(/^.*: /, '')))).toEqual([]);
    expect(unsent.length).toBe(NAMED.size);
  });
  it('is looked for by its name and by what makes names', () => {
    const isSent = senderIn(
      "send({ type: 'cart.opened' }); send({ type: `field.${what}` }); send(`${one}.${two}`)",
    );
    expect(['cart.opened', 'field.typed', 'cart.closed', 'order.opened'].map(isSent)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
