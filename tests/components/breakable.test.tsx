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
});

it.each(['(11) 98765-4321', '(11) 3456-7890', '(11) •••••-4321'])('keeps %s in one line', (phone) => {
  expect(parts(`Enviamos um código por SMS para ${phone}.`)).toBe(
    `Enviamos um código por SMS para <span>${phone}</span>.`,
  );
});
