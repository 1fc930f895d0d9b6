import { stepsOf } from '#screens/checkout/steps.ts';
import { describe, expect, it } from 'vitest';

const said = (now: Parameters<typeof stepsOf>[0], parcels: boolean, questions = false) =>
  stepsOf(now, { parcels, questions }).map(({ label, state }) => `${label} ${state}`);

describe('the steps of the checkout', () => {
  it('have parcels only where the chosen way of paying has them', () => {
    expect(said('confirmation', false)).toEqual(['Entrega done', 'Pagamento done', 'Confirmação now']);
    expect(said('confirmation', true)).toEqual([
      'Entrega done',
      'Pagamento done',
      'Parcelas done',
      'Confirmação now',
    ]);
    expect(said('payment', false)).toEqual(['Entrega done', 'Pagamento now', 'Confirmação next']);
  });
  it('have questions once they are asked', () => {
    expect(said('payment', false, true)).toEqual([
      'Entrega done',
      'Perguntas done',
      'Pagamento now',
      'Confirmação next',
    ]);
    expect(said('extraInfo', false)).toContain('Perguntas now');
  });
  it('always have the one that is now', () => {
    expect(said('installment', false)).toContain('Parcelas now');
  });
});
