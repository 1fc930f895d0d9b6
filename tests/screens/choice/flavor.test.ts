import { Flavors } from '#screens/choice/flavor-screen.tsx';
import { cake } from '#tests/support/choices.ts';
import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { drawn } from '../drawn.tsx';
import { choosing } from './choosing.ts';

describe('the flavour screen', () => {
  it('says what each flavour costs, how they make the price, and what is missing', () => {
    const { text } = drawn(createElement(Flavors, choosing(cake, [])));
    expect(text).toContain('a partir de R$ 24,90');
    expect(text).toContain('Média dos sabores escolhidos');
    expect(text).toMatch(/Sabores Escolha 2 Faltam 2/);
    expect(text).toContain('500 g · R$ 28,90');
    expect(text).toContain('Escolher: Sabores');
    expect(text).not.toContain('Até agora');
  });
  it('is taken by the box as on its own page, and goes on at what the box costs', () => {
    const boxed = { ...cake, packages: [{ id: 'duo', name: 'Duo', units: 2, price: 45 }] };
    const { text, html } = drawn(
      createElement(
        Flavors,
        choosing(boxed, [
          [5, 1],
          [6, 1],
        ]),
      ),
      { others: { product: { quantity: 1, packageId: 'duo' } } },
    );
    expect(text).toContain('Como você quer levar');
    expect(html).toMatch(/value="duo"[^>]*checked|checked[^>]*value="duo"/);
    expect(text).toMatch(/R\$ 49,00 Continuar/);
  });
  it('goes on to the look at what was chosen, and takes it along', () => {
    const whole = choosing(cake, [
      [5, 1],
      [6, 1],
    ]);
    const { text, html } = drawn(
      createElement(Flavors, { ...whole, subject: { ...whole.subject, choices: 'x.1' } }),
    );
    expect(text).toContain('R$ 26,90');
    expect(html).toMatch(/href="\/flavor\/confirmation\?[^"]*item=[^"]*choices=x.1"/);
  });
});
