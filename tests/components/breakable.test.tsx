import { Breakable } from '#components/layout/breakable.tsx';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';

const parts = (text: string) =>
  renderToString(<Breakable>{text}</Breakable>)
    .replace(/ class="[^"]*"/g, '')
    .replaceAll('<!-- -->', '');

it('breaks an address before its @ and nowhere else, and leaves the rest of the sentence alone', () => {
  expect(parts('Enviamos um código para teresa.moura@example.com.')).toBe(
    'Enviamos um código para <span>teresa.moura</span><span>@example.com.</span>',
  );
  expect(parts('(11) 98765-4321')).toBe('(11) 98765-4321');
});
