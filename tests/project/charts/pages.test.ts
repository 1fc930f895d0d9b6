import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { withoutDescriptions } from '../../../src/build/descriptions.ts';
import { mermaidOf } from '#flows/mermaid.ts';
import { chartPages, folder } from '../../tools/charts-pages.ts';
import { faultOfSentence, faultsOfWords } from '../../tools/charts-words.ts';
import { factsOf, statesOf } from '#flows/facts.ts';
import { allCharts } from '../../tools/charts.ts';
import { parse, sourceFiles } from '../../tools/source.ts';

const charts = await allCharts();
const nodes = charts.flatMap(({ machine }) => statesOf(machine.root));

describe('the words of the charts', () => {
  it('describes every state of every chart in one Portuguese sentence of its own', () => {
    expect(charts.length).toBeGreaterThanOrEqual(20);
    expect(nodes.length).toBeGreaterThan(200);
    expect(faultsOfWords(charts)).toEqual([]);
  });

  it.each([
    ['', 'has no description'],
    ['The cart waits for the network.', 'is not in Portuguese'],
    ['Loading cart.', 'is not in Portuguese'],
    ['O carrinho espera', 'is not one sentence'],
    ['O carrinho espera. Depois segue.', 'is not one sentence'],
    ['O estado loadItems está aqui.', 'has names of the code in it'],
    ['Espera por order.placed do servidor.', 'has names of the code in it'],
    [`A pessoa espera ${'muito '.repeat(20)}tempo.`, 'is longer than 110 letters'],
  ])('refuses "%s": %s', (text, fault) => {
    expect(faultOfSentence(text)).toBe(fault);
  });

  it('refuses a sentence that another state says, and allows one fragment in two places', () => {
    const waiting = { description: 'A loja espera a internet voltar.' };
    const chart = (second: object) =>
      createMachine({
        id: 'x',
        description: 'A loja em dois estados.',
        initial: 'a',
        states: { a: waiting, b: second },
      });
    expect(faultsOfWords([{ machine: chart(waiting) }])).toEqual([]);
    expect(faultsOfWords([{ machine: chart({ ...waiting }) }])).toEqual([
      'x.b: says the same as x.a: "A loja espera a internet voltar."',
    ]);
    expect(faultsOfWords([{ machine: chart({}) }])).toEqual(['x.b: has no description: ""']);
  });

  it('has them in Node and leaves them out of what is built', async () => {
    const files = await sourceFiles(['machines/**/*.ts']);
    const built = files.map(({ path: file, text }) => ({
      path: file,
      text: withoutDescriptions(text, file),
    }));
    const whole = built.map(({ text }) => text).join('');
    const written = new Set(nodes.map(({ description = '' }) => description));
    expect(written.size).toBeGreaterThan(200);
    expect([...written].filter((text) => whole.includes(text))).toEqual([]);
    expect(built.map(parse)).toHaveLength(files.length);
  });

  it.each([
    [`({ description: 'a', tags: 'b' })`, `({  tags: 'b' })`],
    [`({ tags: 'b', description: 'a' })`, `({ tags: 'b',  })`],
    ['({ description: `a ${b}`, tags: 1 })', '({  tags: 1 })'],
    [`({ a: { description:\n'é' ,\n}, b: { description: "ã" } })`, `({ a: { \n}, b: {  } })`],
    [`setup({ types: { context: {} as A }, b: 1 })`, `setup({  b: 1 })`],
    [`({ description, b: 'description: 1' })`, `({ description, b: 'description: 1' })`],
  ])('leaves %s as %s', (code, left) => {
    expect(withoutDescriptions(code, 'x.ts')).toBe(left);
  });
});

describe('docs/charts', () => {
  it('is up to date', async () => {
    const pages = await chartPages();
    expect(pages.size).toBe(charts.length + 2);
    const onDisk = (name: string) => {
      const file = path.join(folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    expect(
      [...pages].filter(([name, text]) => onDisk(name) !== text).map(([name]) => name),
      'run "npm run charts"',
    ).toEqual([]);
    expect(readdirSync(folder).filter((name) => !pages.has(name))).toEqual([]);
  });

  it('draws an arrow between what the nearest common state holds', () => {
    const machine = createMachine({
      id: 'x',
      initial: 'a',
      states: {
        a: { initial: 'b', states: { b: { on: { go: { guard: 'isFine', target: '#x.c.d' } } } } },
        c: { initial: 'd', states: { d: {}, e: { always: 'd', type: 'atomic' } }, on: { stay: '.d' } },
        f: { type: 'final' },
      },
    });
    expect(
      mermaidOf(factsOf({ machine, file: '' }))
        .split('\n')
        .slice(2),
    ).toEqual([
      '  state "a" as s_a {',
      '    state "b" as s_a_b',
      '    [*] --> s_a_b',
      '  }',
      '  state "c" as s_c {',
      '    state "d" as s_c_d',
      '    state "e" as s_c_e',
      '    [*] --> s_c_d',
      '    s_c_e --> s_c_d : sempre',
      '  }',
      '  state "f" as s_f',
      '  [*] --> s_a',
      '  s_a --> s_c : b, go [isFine] → d',
      '  s_f --> [*]',
    ]);
  });
});
