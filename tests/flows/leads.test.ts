import { describe, expect, it } from 'vitest';
import { factsOf } from '#flows/facts.ts';
import { leadsOf } from '#flows/leads.ts';
import { screenIds } from '#machines/navigation/screens.ts';
import { allCharts } from '#tests/tools/charts.ts';

const leads = leadsOf((await allCharts()).map(factsOf));
const of = (screen: string, isRefusal: boolean) =>
  leads
    .filter((lead) => lead.from === screen && lead.isRefusal === isRefusal)
    .map(({ to }) => to)
    .toSorted((a, b) => a.localeCompare(b));

describe('ways between the screens of the map', () => {
  it('are the steps of a flow, over the states between its screens', () => {
    expect(of('signup.account', false)).toEqual(['signup.name']);
    expect(of('signup.verification', false)).toEqual(['signup.activation', 'signup.postalCode']);
    expect(of('address.geolocation', false)).toEqual(['address.details', 'address.pin']);
  });
  it('go on from the end of a flow to where the app leads then', () => {
    expect(of('checkout.confirmation', false)).toEqual(
      expect.arrayContaining(['app.orderPendingPayment', 'app.orderSuccess']),
    );
    expect(of('login.codeSent', false)).toContain('signup.account');
  });
  it('are refusals where somebody may not stay', () => {
    expect(of('app.wallets', true)).toContain('login.auth');
    expect(of('app.catalog', true)).toContain('app.campaign');
    expect(of('app.wallets', false)).toEqual([]);
    expect(of('checkout.review', true)).toContain('checkout.shipping');
  });
  it('end where people are taken back to what they had asked for', () => {
    const most = Math.max(...screenIds.map((screen) => leads.filter(({ from }) => from === screen).length));
    expect(most).toBeLessThan(10);
  });
  it('lead from one screen of the table to another', () => {
    const ids: readonly string[] = screenIds;
    expect(leads.filter(({ from, to }) => from === to || !ids.includes(from) || !ids.includes(to))).toEqual(
      [],
    );
  });
});
