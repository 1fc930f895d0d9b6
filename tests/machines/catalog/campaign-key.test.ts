import { describe, expect, it } from 'vitest';
import { type CampaignsContext, statusFor, withStatuses } from '#machines/catalog/campaign-statuses.ts';
import { DEFAULT_LOCATION } from '#domain/place/point.ts';
import { NOW, campaign } from '../samples.ts';

const closed = { ...campaign(1), depends: [{ type: 'key' as const }] };
const open = { ...closed, facts: { ...closed.facts, accessed: true } };
const known = (more: Partial<CampaignsContext>) =>
  statusFor(
    withStatuses({
      campaigns: [],
      met: [closed],
      statuses: [],
      accessed: [],
      selectedId: null,
      who: { kind: 'client' },
      point: DEFAULT_LOCATION,
      now: NOW,
      dueAt: null,
      warmed: [],
      isKnown: false,
      isClosed: true,
      jitter: 0,
      failures: 0,
      ...more,
    }),
    closed.id,
  )?.status;

describe('a campaign that a key opens', () => {
  it('is judged by the person’s own list, and not by what its address brought before', () => {
    expect(known({})).toBeUndefined();
    expect(known({ campaigns: [open], isKnown: true })).toBe('OK');
    expect(known({ isKnown: true })).toBe('BLOCKED');
    expect(known({ who: { kind: 'visitor' } })).toBe('BLOCKED');
  });
});
