import { describe, expect, it } from 'vitest';
import { placeOf } from '#machines/navigation/place.ts';
import { definition } from '#machines/navigation/screens.ts';
import { type Wish, expectedLanding, wishes } from './landing-rules.ts';
import { type Who, landing, openShop, settled } from '../real-shop.ts';

const people = ['visitor', 'guest', 'client', 'clientWithoutAddress', 'expired'] as const satisfies Who[];
const campaigns = ['open', 'scheduled', 'blocked', 'expired'];
const addressOf = ({ screen, params }: Wish): string =>
  definition(screen).path.replaceAll(/\$(\w+)/g, (_, name: string) =>
    ['type', 'channel'].includes(name) ? (params[name] ?? '') : `{${name}}`,
  );
/** What tells two rows of one address apart. */
const about = ({ params }: Wish): string => {
  const number = /(?:campanha-|0)([1-4])$/.exec(params['campaign'] ?? params['campaignId'] ?? '')?.[1];
  if (number) return `a campaign that is ${campaigns[Number(number) - 1]}`;
  if ((params['campaign'] ?? params['campaignId']) === 'nao-existe') return 'a campaign that does not exist';
  return params['cartUuid']?.endsWith('2') ? 'another cart' : '';
};

/**
 * The address bar as a table: every path × who types it → where they land, with a full cart and everything
 * chosen. Each row is run below; docs and journeys may read it.
 */
export const addressBar = wishes.map((wish) => ({
  path: addressOf(wish),
  about: about(wish),
  wish,
  landings: Object.fromEntries(
    people.map((who) => [who, expectedLanding(wish, { who, lines: 2, draft: 'pix', intranet: false })]),
  ) as Record<(typeof people)[number], string>,
}));

describe('the address bar', () => {
  for (const { path, about: what, wish, landings } of addressBar) {
    it(`leads from ${path}${what && ` (${what})`} to ${[...new Set(Object.values(landings))].join(' or ')}`, async () => {
      const found: Record<string, string> = {};
      for (const who of people) {
        const app = openShop(
          { who, lines: 2, draft: 'pix', intranet: false },
          placeOf(wish.screen, wish.params),
        ).start();
        await settled();
        found[who] = landing(app);
        app.stop();
      }
      expect(found).toEqual(landings);
    });
  }
});
