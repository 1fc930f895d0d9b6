import { describe, expect, it } from 'vitest';
import { walkWhole } from '../support/walk.ts';
import { machine, model, oracle } from './orders.model.ts';

describe('orders', () => {
  it('takes every transition, judged at every step', () => {
    expect(walkWhole(machine, model, oracle).missing()).toEqual([]);
  });
});
