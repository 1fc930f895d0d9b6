import { describe, expect, it } from 'vitest';
import { walkWhole } from '../support/walk.ts';
import { machine, model, oracle } from './cart.model.ts';

describe('cart', () => {
  it('takes every transition without losing a line', () => {
    expect(walkWhole(machine, model, oracle).missing()).toEqual([]);
  }, 60_000);
});
