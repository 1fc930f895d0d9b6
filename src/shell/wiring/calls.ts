import { campaignsActors, warmCampaigns } from '#actors/campaigns.ts';
import { catalogActors } from '#actors/catalog.ts';
import { marketplaceActors } from '#actors/marketplace.ts';
import { productActors } from '#actors/product.ts';
import type { LeadVault } from '#actors/person/lead.ts';
import { type Client, createClient } from '#api/client.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { placeIn } from '#machines/navigation/place.ts';
import { traced } from '#client/help/kept.ts';
import { type Clock, LEAP } from '#client/clock.ts';
import { credentialsOf } from './credentials.ts';
import { until } from './until.ts';

interface Options {
  /** Asked at each call: the credentials live in its charts. */
  app: () => AppActor;
  client: string;
  /** A company's store: a visitor is shown nothing. */
  isClosed: boolean;
  base: string;
  lead: LeadVault;
  clock: Clock;
  onServer: boolean;
  fetch?: (request: Request) => Promise<Response>;
  /** What the calls go through before they are sent. */
  through?: (api: Client) => Client;
}

/** Nobody reads one catalog for longer, ms. */
const LONGEST_READ = 3_600_000;
/** Waits until no catalog is shown. @returns false when one stays */
const catalogLeft = (app: AppActor): Promise<boolean> =>
  until(
    [app],
    () => !/^app\.(?:catalog|category)$/.test(placeIn(app.getSnapshot())?.screen ?? ''),
    LONGEST_READ,
  );

/**
 * The client of the API with the contract it speaks, and what the shop window asks through it.
 * A chunk of its own, loaded with the first call: a page from the server comes with its data and asks
 * nothing.
 */
export function shopCalls({ app, client, isClosed, base, lead, clock, onServer, fetch, through }: Options) {
  const credentials = credentialsOf(app, lead, isClosed);
  const sent = createClient({
    base,
    app: client,
    credentials,
    retries: !onServer,
    ...(fetch ? { fetch } : {}),
    async prove(puzzle, signal) {
      const { solve } = await import('#api/proof.ts');
      return solve(puzzle, crypto.getRandomValues(new Uint32Array(2)).join('-'), signal);
    },
    onResponse(response) {
      // An answer out of a shared cache was true `Age` seconds ago.
      const heard =
        Date.parse(response.headers.get('Date') ?? '') + 1_000 * Number(response.headers.get('Age') ?? 0);
      if (!Number.isNaN(heard) && clock.hear(heard) > LEAP)
        app().send({ type: 'restored', now: clock.now() });
      // The rule of §9 is about somebody's token; nobody else's charts need to wake for every answer.
      if (credentials.bearer()) app().send({ type: 'response.received', now: clock.now() });
    },
  });
  const told = onServer ? sent : traced(sent, client);
  const api = through ? through(told) : told;
  return {
    api,
    campaigns: campaignsActors(api, clock.now, isClosed),
    catalog: catalogActors(api, { previewOnly: onServer }),
    marketplace: marketplaceActors(api),
    // Whoever reads one catalog is not about to open five others: not before they leave it.
    warm: async (campaigns: string[]) => {
      if (await catalogLeft(app())) await warmCampaigns(api, campaigns);
    },
    product: productActors(api),
  };
}
