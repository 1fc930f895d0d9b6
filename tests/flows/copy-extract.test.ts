import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { everything, sifted } from '#flows/copy/sieve.ts';
import { type CopyText, copyKinds, isTooLong, lettersOf } from '#flows/copy/text.ts';
import { screens } from '#machines/navigation/screens.ts';
import { allCopy, copyFiles } from '../../src/build/copy/copy.ts';
import { placesIn } from '../../src/build/copy/extract.ts';
import { root } from '../tools/source.ts';

const textsIn = (source: string, file = 'src/screens/a/b-screen.tsx') =>
  placesIn(file, source, null).map(({ text, kind }) => `${kind}: ${text}`);
const all = allCopy();
const has = (text: string, part: Partial<CopyText>) =>
  all.some(
    (one) => one.text === text && Object.entries(part).every(([key, value]) => one[key as 'file'] === value),
  );

describe('the texts of the shop in its sources', () => {
  it('are found wherever they stand, by what shows them', () => {
    expect(
      textsIn(`
        const words = { gone: 'Não está mais aqui.', one: 'Entrar' };
        export const Screen = ({ count, store, is }) => (
          <AppScreen title="Seus pedidos" labelledBy="pedidos">
            <ScreenHeading id="pedidos">Seus pedidos</ScreenHeading>
            <Section title="O que falta">
              <TextField label="Seu nome" placeholder="Maria da Silva" name="name" autoComplete="name" />
              <Button tone="soft" onClick={() => go('home')}>Continuar
                comprando</Button>
              <button aria-label="Fechar">{is ? 'abrir' : 'fechar'}</button>
              <p>{\`Chega em \${count} \${count === 1 ? 'dia' : 'dias'} na \${store}\`}</p>
              até {count} itens
            </Section>
          </AppScreen>
        );`),
    ).toEqual([
      'text: Não está mais aqui.',
      'text: Entrar',
      'title: Seus pedidos',
      'heading: Seus pedidos',
      'heading: O que falta',
      'label: Seu nome',
      'placeholder: Maria da Silva',
      'button: Continuar comprando',
      'spoken: Fechar',
      'button: abrir',
      'button: fechar',
      'text: Chega em {1} {2} na {3}',
      'text: dia',
      'text: dias',
      'text: até',
      'text: itens',
    ]);
  });

  it('are no comments, no code, no addresses, no types and nothing in English for whoever mends it', () => {
    expect(
      textsIn(`
        // Não é um texto da loja.
        /** Nem isto está na loja. */
        import { thing } from './não-é.ts';
        export { other } from './está.ts';
        type Kind = 'Está aberto' | 'Não está';
        const key = event.key === 'Enter' || event.key === 'Escape' ? 'ArrowDown' : 'none';
        if (!thing) throw new Error('Não há nada aqui');
        const fault = new NetworkFault('Sem internet agora');
        const headers = { 'Content-Type': 'application/json', Accept: 'text/html' };
        const zone = 'America/Sao_Paulo';
        switch (word) { case 'Não é texto': break; }
        const there = word === 'Não é texto';
        export const view = <Card className="Não" id="está" tone="soft" href="/orders" data-state="Aberta ali" />;
        const css = \`\${styles.card} \${styles.open}\`;
        const path = \`/media/\${name}\`;
        actor.send({ type: 'order.submitted' });`),
    ).toEqual([]);
    expect(
      textsIn(
        `export const rows = { 'app.cart': { path: '/cart', title: 'Carrinho', name: 'Não é título' } };`,
        'machines/navigation/screens.ts',
      ),
    ).toEqual(['title: Carrinho']);
  });

  it('are all there: titles, words of modules, screens, components and rules', () => {
    expect(all.length).toBeGreaterThan(2_000);
    expect(has('Carrinho', { screen: 'app.cart', kind: 'title' })).toBe(true);
    expect(has('Você já entrou.', { file: 'src/client/refusal-words.ts' })).toBe(true);
    expect(has('Seus dados na {1}', { screen: 'app.privacy', kind: 'heading' })).toBe(true);
    expect(has('Preencha este campo.', { file: 'src/domain/form-errors.ts' })).toBe(true);
    expect(has('Pode marcar mais de uma.', { file: 'src/components/form/asked-question.tsx' })).toBe(true);
    // A part of one screen is that screen's; what several draw is nobody's.
    expect(all.find(({ file }) => file === 'src/screens/account/devices.tsx')?.screen).toBe('app.profile');
    expect(all.find(({ file }) => file === 'src/client/refusal-words.ts')?.screen).toBeNull();
    // Every title of the table of screens.
    const titles = Object.entries(screens).filter(([screen, { title }]) => !has(title, { screen }));
    expect(titles.map(([screen]) => screen)).toEqual([]);
  });

  it('leave out no word between quotes that has a letter of no English word', () => {
    const known = new Set(all.map(({ file, text }) => `${file} ${text}`));
    const code = (file: string) =>
      readFileSync(path.join(root, file), 'utf8').replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
    const quoted = copyFiles()
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) =>
        [...code(file).matchAll(/'([^'`\n]*[à-ü][^'`\n]*)'/g)].map(([, text = '']) => `${file} ${text}`),
      );
    expect(quoted.length).toBeGreaterThan(500);
    expect(quoted.filter((text) => !known.has(text))).toEqual([]);
  });

  it('stand at their lines, and say which of the same they are', () => {
    const wrong = all.filter(({ file, line, text }) => {
      const [word = ''] = /[\p{L}]{3,}/u.exec(text) ?? [];
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
      return !lines
        .slice(line - 1, line + 8)
        .join('\n')
        .includes(word);
    });
    expect(wrong).toEqual([]);
    expect(all.filter(({ nth, of }) => nth < 1 || nth > of)).toEqual([]);
  });

  it('are measured without what is put in, and sifted by every word', () => {
    expect(lettersOf('Até {1} itens 👍')).toBe(12);
    expect(isTooLong('x'.repeat(32), 'button')).toBe(false);
    expect(isTooLong('x'.repeat(33), 'button')).toBe(true);
    expect(isTooLong('x'.repeat(9_000), 'text')).toBe(false);
    expect(Object.values(copyKinds).every(({ why }) => why.length > 5)).toBe(true);
    const found = sifted(all, { ...everything, words: 'dados NA privacidade' });
    expect(found.map(({ text }) => text)).toContain('Seus dados na {1}');
    expect(
      sifted(all, { ...everything, screen: 'app.privacy' }).every(({ screen }) => screen === 'app.privacy'),
    ).toBe(true);
    expect(
      sifted(all, { ...everything, isLong: true }).every(({ text, kind }) => isTooLong(text, kind)),
    ).toBe(true);
    expect(sifted(all, { ...everything, kind: 'button', screen: '-' }).length).toBeGreaterThan(10);
  });
});
