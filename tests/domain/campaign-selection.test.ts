import { describe, expect, it } from 'vitest';
import { selectCampaign, topByPriority } from '#domain/campaign-selection.ts';

const list = [
  { id: 'c', priority: 2 },
  { id: 'b', priority: 1 },
  { id: 'a', priority: 2 },
  { id: 'd', priority: 9 },
  { id: 'e', priority: 3 },
  { id: 'f', priority: 4 },
];

describe('campaign selection', () => {
  it('keeps the selected one while it is present', () => expect(selectCampaign(list, 'd')?.id).toBe('d'));
  it('else takes the first by priority', () => {
    expect(selectCampaign(list, 'gone')?.id).toBe('b');
    expect(selectCampaign(list, null)?.id).toBe('b');
    expect(selectCampaign([], 'd')).toBeNull();
  });
  it('preloads five by priority, ties by id', () => expect(topByPriority(list).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'e', 'f']));
});
