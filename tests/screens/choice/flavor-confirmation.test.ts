import { Chosen } from '#screens/choice/flavor-confirmation-screen.tsx';
import { cake } from '#tests/support/choices.ts';
import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { drawn } from '../drawn.tsx';
import { choosing } from './choosing.ts';

describe('the look at the flavours', () => {
  it('names each flavour with its price, and what the item costs with them', () => {
    const { text, html } = drawn(
      createElement(
        Chosen,
        choosing(cake, [
          [5, 1],
          [6, 1],
        ]),
      ),
    );
    expect(text).toMatch(/Item 5 500 g R\$ 28,90 Item 6 500 g R\$ 24,90 Trocar os sabores/);
    expect(text).toContain('Adicionar · R$ 26,90');
    expect(html).toMatch(/href="\/flavor\?/);
    expect(drawn(createElement(Chosen, choosing(cake, [[6, 2]]))).text).toContain('2 × Item 6');
  });
  it('leads back to the flavours while one is missing', () => {
    const { text } = drawn(createElement(Chosen, choosing(cake, [[5, 1]])));
    expect(text).toContain('Falta escolher os sabores.');
    expect(text).toContain('Escolher os sabores');
    expect(text).not.toContain('Adicionar ·');
  });
});
