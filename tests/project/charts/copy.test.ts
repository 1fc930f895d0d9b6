import { describe, expect, it } from 'vitest';
import { copyIn, isCopy } from '../../tools/copy.ts';
import { sourceFiles } from '../../tools/source.ts';

const inChart = (text: string, path = 'machines/x.ts') => copyIn({ path, text });

describe('the charts', () => {
  it('hold codes, and no sentence for a shopper', async () => {
    const files = await sourceFiles(['machines/**/*.ts']);
    expect(files.length).toBeGreaterThan(60);
    expect(files.flatMap(copyIn)).toEqual([]);
  });

  it.each([
    ["const said = 'Escolha outro.';", 'a sentence'],
    ["const said = { text: 'Entre de novo' };", 'words'],
    ['const said = `espere ${n} segundos para pedir outro`;', 'a template'],
    ["const said = { title: 'Seu pedido' };", 'a title outside the table of screens'],
    ["const said = 'código';", 'a word of Portuguese'],
  ])('would be found with %s: %s', (text) => {
    expect(inChart(text)).toHaveLength(1);
  });
  it.each([
    "const a = { description: 'A pessoa espera o código.' };",
    "throw new Error('a client has tokens');",
    "const a = 'asked.app.home', b = 'NOT_FOUND', c = 'BR';",
  ])('may say %s', (text) => {
    expect(inChart(text)).toEqual([]);
  });
  it('may name the pages in the table of screens', () => {
    expect(inChart("const a = { title: 'Seu nome' };", 'machines/navigation/screens.ts')).toEqual([]);
    expect(isCopy('Seu nome')).toBe(true);
  });
});
