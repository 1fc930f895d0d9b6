import { chosenLineOf } from '#client/shop/choice/chosen-line.ts';
import { addLine } from '#domain/cart-line.ts';
import { cents } from '#contract/money.ts';
import { basket } from '#tests/support/choices.ts';
import { describe, expect, it } from 'vitest';
import { choosing } from './choosing.ts';

const filled = { pack: null, price: cents(2_000), changed: undefined };
const withBread = (n: number) => choosing(basket, [[n, 1]]);

describe('the line of what was put together', () => {
  const before = {
    ...chosenLineOf(withBread(1), filled, 'Feira', 2),
    ifMissing: 'ASK' as const,
  };
  const changed = chosenLineOf(withBread(2), { ...filled, changed: before }, 'Feira', 2);
  it('keeps what is asked for when it is missing once its choices are changed', () => {
    expect(changed).toMatchObject({ ifMissing: 'ASK', choices: [{ name: 'Item 2', quantity: 1 }] });
    expect(chosenLineOf(withBread(2), filled, 'Feira', 1)).not.toHaveProperty('ifMissing');
  });
  it('keeps it where it becomes one with a line that asks for something else', () => {
    const other = { ...chosenLineOf(withBread(2), filled, 'Feira', 1), ifMissing: 'REMOVE' as const };
    expect(addLine([other], changed)).toMatchObject([{ ifMissing: 'ASK', quantity: 3 }]);
  });
  it('leaves the wish of the other line where the changed one has none', () => {
    const silent = chosenLineOf(withBread(2), filled, 'Feira', 2);
    const other = { ...silent, ifMissing: 'REMOVE' as const };
    expect(addLine([other], silent)).toMatchObject([{ ifMissing: 'REMOVE', quantity: 4 }]);
  });
});
