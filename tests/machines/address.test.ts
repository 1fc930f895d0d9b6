import { describe, expect, it } from 'vitest';
import { walkWhole } from '../support/walk.ts';
import { machine, model, oracle } from './address.model.ts';

describe('address', () => {
  it('takes every transition', () => {
    expect(walkWhole(machine, model, oracle).missing()).toEqual([]);
  });
});
