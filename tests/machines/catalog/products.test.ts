import { describe, expect, it } from 'vitest';
import { withStatuses } from '#machines/catalog/campaign-statuses.ts';
import { productsQuery } from '#machines/catalog/products-query.ts';
import { campaigns as known } from '../real-shop.ts';
import { NOW, blocked, campaign, campaignId, ended, openingIn } from '../samples.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './products.model.ts';

const walked = walkOf(machine, model, oracle);

describe('all products', () => {
  it.each(walked.states)('do in %s what their model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('take every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
});

describe('what is asked of all products', () => {
  const offered = (campaigns: ReturnType<typeof campaign>[]) =>
    withStatuses({
      campaigns,
      met: [],
      statuses: [],
      accessed: [],
      selectedId: null,
      who: { kind: 'visitor' },
      point: { latitude: 0, longitude: 0 },
      now: NOW,
      dueAt: null,
      warmed: [],
      isKnown: true,
      isClosed: false,
      jitter: 0,
      failures: 0,
    });
  const ending = (n: number, ms: number) =>
    campaign(n, { expired: { end: new Date(NOW + ms).toISOString() } });

  it('are the campaigns that one can buy from, what ends soonest first, then those to come, and none that is over', () => {
    const { campaigns } = productsQuery(
      {},
      offered([
        blocked(1),
        campaign(2),
        ending(3, 7_200_000),
        ending(4, 3_600_000),
        openingIn(5, 60_000),
        ended(6),
      ]),
    );
    expect(campaigns).toEqual([4, 3, 2, 1, 5].map(campaignId));
    expect(productsQuery({}, offered([])).campaigns).toEqual([]);
    const [one] = known;
    const of = (store: string | null) => productsQuery({}, { ...offered(known), store }).campaigns;
    expect(of(null)).toEqual(productsQuery({}, offered(known)).campaigns);
    expect(of(one?.marketplaceId ?? '')).toEqual(of(null));
    expect([of('another'), of(null).length > 0]).toEqual([[], true]);
  });
  it('are the words, the categories and the order of the address, and nothing that the server would refuse', () => {
    const { campaigns: _, ...asked } = productsQuery(
      { q: 'pão', tags: 'queijos_paes_queijos__', sort: '-price' },
      offered(known),
    );
    expect(asked).toEqual({ q: 'pão', tags: ['queijos', 'paes'], sort: '-price' });
    const many = Array.from({ length: 80 }, (_, n) => `t${n}`).join('_');
    const strange = productsQuery({ tags: many, sort: 'stock' }, offered(known));
    expect([strange.tags?.length, strange.sort]).toEqual([50, undefined]);
    const liked = (sort: string, tastes?: string[]) => productsQuery({ sort }, offered(known), tastes).prefer;
    expect(liked('liked', ['queijos'])).toEqual(['queijos']);
    expect([liked('liked', []), liked('liked'), liked('price', ['queijos'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
