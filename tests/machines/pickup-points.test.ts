import { describe, expect, it } from 'vitest';
import { walkWhole } from '../support/walk.ts';
import { machine, model, oracle } from './pickup-points.model.ts';

describe('pickup points of a campaign', () => {
  it('take every transition', () => {
    expect(walkWhole(machine, model, oracle).missing()).toEqual([]);
  });
});
