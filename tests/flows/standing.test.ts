import { describe, expect, it } from 'vitest';
import { factsOf } from '#flows/facts.ts';
import { type Person, refusalAt } from '#flows/standing.ts';
import { screenIds } from '#machines/navigation/screens.ts';
import { allCharts } from '#tests/tools/charts.ts';
import { expectedLanding, wishes } from '../machines/app/landing-rules.ts';
import { type World, world } from '../machines/real-shop.ts';

const charts = (await allCharts()).map(factsOf);
const worlds: Readonly<Record<Person, World>> = {
  visitor: world('visitor'),
  client: world('client'),
  outsider: world('visitor', { intranet: true }),
  campaignless: world('client', { intranet: true, campaignless: true }),
};
/** Reasons that are about who somebody is. */
const OF_PERSON =
  /\((?:session\.missing|session\.present|account\.present|intranet\.(?:closed|empty|open))\)$/;

describe.each(Object.entries(worlds) as [Person, World][])(
  'the map of the book, for a %s',
  (person, here) => {
    it('closes the screens that the rules close, and no other', () => {
      const wrong = screenIds.flatMap((screen) => {
        const wish = wishes.find((one) => one.screen === screen);
        if (!wish) throw new Error(`nobody asks for ${screen}`);
        const [chart = '', ...path] = screen.split('.');
        const isClosed = refusalAt(charts, chart, path.join('.'), person) !== null;
        const landing = expectedLanding(wish, here);
        return isClosed === OF_PERSON.test(landing) ? [] : [`${screen}: ${landing}, in the book ${isClosed}`];
      });
      expect(wrong).toEqual([]);
    });
  },
);
