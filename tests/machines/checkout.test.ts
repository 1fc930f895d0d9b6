import { describe, expect, it } from 'vitest';
import { walkWhole } from '../support/walk.ts';
import { machine, model, oracle } from './checkout.model.ts';

describe('checkout', () => {
  it('takes every transition, with the money safe on each path', () => {
    expect(walkWhole(machine, model, oracle).missing()).toEqual([]);
  }, 90_000);
});
