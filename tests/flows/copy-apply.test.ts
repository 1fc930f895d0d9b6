import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applied } from '../../src/build/copy/apply.ts';
import { allCopy } from '../../src/build/copy/copy.ts';
import { placesIn } from '../../src/build/copy/extract.ts';
import { applyCopy } from '../tools/copy-apply.ts';
import { root } from '../tools/source.ts';

const file = 'src/screens/a/b-screen.tsx';
const source = `// Sair da conta
const words = { leave: 'Sair da conta', stay: 'Ficar aqui' };
export const Screen = ({ name }) => (
  <AppScreen title="Sua conta">
    <p>
      Sair da conta
    </p>
    <p>{\`Até logo, \${name.trim()}\`}</p>
  </AppScreen>
);
`;
const change = (from: string, to: string, nth = 1, of = 1) => ({ file, from, nth, of, to });

describe('texts that are written into the sources', () => {
  it('change one literal and nothing else, however it is written', () => {
    const is = (from: string, to: string, written: [string, string], nth = 1, of = 1) => {
      const result = applied(file, source, [change(from, to, nth, of)]);
      expect(result).toEqual({ source: source.replace(...written), written: 1, refused: [] });
    };
    is('Sair da conta', 'Sair', ["leave: 'Sair da conta'", "leave: 'Sair'"], 1, 2);
    is('Sair da conta', 'Sair já', ['      Sair da conta\n', '      Sair já\n'], 2, 2);
    is('Ficar aqui', "D'água \\ agora\nmesmo", ["'Ficar aqui'", "'D\\'água \\\\ agora\\nmesmo'"]);
    is('Sua conta', 'A "sua" conta', ['"Sua conta"', `{'A "sua" conta'}`]);
    is('Sua conta', 'Esta conta', ['"Sua conta"', '"Esta conta"']);
    is(
      'Sair da conta',
      'Sair {agora} & já',
      ['      Sair da conta\n', "      {'Sair {agora} & já'}\n"],
      2,
      2,
    );
    is('Até logo, {1}', '{1}, até `já` e ${x}', [
      '`Até logo, ${name.trim()}`',
      '`${name.trim()}, até \\`já\\` e \\${x}`',
    ]);
    const two = applied(file, source, [change('Sua conta', 'Conta'), change('Ficar aqui', 'Ficar')]);
    expect(two.source).toBe(source.replace('"Sua conta"', '"Conta"').replace("'Ficar aqui'", "'Ficar'"));
  });

  it('are refused by name when they changed meanwhile, are missing, or would not be what they say', () => {
    const refused = (...changes: ReturnType<typeof change>[]) => {
      const result = applied(file, source, changes);
      expect(result.written).toBe(changes.length - result.refused.length);
      return result.refused;
    };
    expect(refused(change('Sair', 'Ir'))).toEqual([
      `${file}: “Sair”: mudou ou saiu desde que a tabela foi feita`,
    ]);
    expect(refused(change('Sair da conta', 'Ir', 1, 1))[0]).toContain('mudou ou saiu');
    expect(refused(change('Sair da conta', 'Ir', 3, 2))[0]).toContain('mudou ou saiu');
    expect(refused(change('Ficar aqui', ' '))[0]).toContain('falta');
    expect(refused(change('Até logo, {1}', 'Até logo'))[0]).toContain('{1}');
    expect(refused(change('Sua conta', 'Sua {1}'))[0]).toContain('{1}');
    expect(refused(change('Ficar aqui', 'stay'))[0]).toContain('não pode ser escrito aqui');
    expect(refused(change('Ficar aqui', 'Ficar'), change('Ficar aqui', 'Fique'))[0]).toContain('duas vezes');
  });

  it('are each what was asked for, in every file of the shop', () => {
    const byFile = Map.groupBy(allCopy(), (one) => one.file);
    const wrong: string[] = [];
    let count = 0;
    for (const [name, texts] of [...byFile].filter((_, at) => at % 12 === 0)) {
      const text = readFileSync(path.join(root, name), 'utf8');
      for (const one of texts.slice(0, 6)) {
        const to = `Ação “nova” & 'outra' ${(one.text.match(/\{\d+\}/g) ?? []).join(' ')}.`;
        const result = applied(name, text, [{ file: name, from: one.text, nth: one.nth, of: one.of, to }]);
        const now = placesIn(name, result.source, null).map((place) => place.text);
        const expected = texts.map((other) => (other === one ? to : other.text));
        if (now.join('\n') !== expected.join('\n'))
          wrong.push(`${name}: ${one.text} ${result.refused.join()}`);
        count++;
      }
    }
    expect(count).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });

  it('come from a file, go into the files of texts alone, and leave what is refused as it was', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-copy-'));
    mkdirSync(path.join(folder, 'src/screens/a'), { recursive: true });
    writeFileSync(path.join(folder, file), source);
    writeFileSync(path.join(folder, 'secret.ts'), `export const secret = 'Não é da loja';`);
    const given = JSON.stringify([
      change('Sua conta', 'Conta'),
      change('Longe daqui', 'Perto'),
      { ...change('Não é da loja', 'Mudou'), file: 'src/../secret.ts' },
    ]);
    expect(applyCopy(given, folder, [file])).toEqual({
      written: 1,
      refused: [
        `${file}: “Longe daqui”: mudou ou saiu desde que a tabela foi feita`,
        'src/../secret.ts: não é um arquivo de textos da loja',
      ],
    });
    expect(readFileSync(path.join(folder, file), 'utf8')).toBe(source.replace('"Sua conta"', '"Conta"'));
    expect(readFileSync(path.join(folder, 'secret.ts'), 'utf8')).toContain('Não é da loja');
    expect(() => applyCopy('{"a":1}', folder, [file])).toThrow();
    expect(applyCopy(given, folder, [file]).written).toBe(0);
  });
});
