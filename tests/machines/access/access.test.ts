import { describe, expect, it } from 'vitest';
import { walkOf } from '#tests/support/walked.ts';
import {
  invitesMachine,
  invitesModel,
  invitesOracle,
  keyMachine,
  keyModel,
  keyOracle,
} from './access.model.ts';

for (const [name, walked] of [
  ['using a key', walkOf(keyMachine, keyModel, keyOracle)],
  ['invitations', walkOf(invitesMachine, invitesModel, invitesOracle)],
] as const)
  describe(name, () => {
    it.each(walked.states)('does in %s what its model says', (state) => {
      expect(walked.wrongIn(state)).toEqual([]);
    });
    it('takes every transition', () => {
      expect(walked.untaken()).toEqual([]);
    });
  });
