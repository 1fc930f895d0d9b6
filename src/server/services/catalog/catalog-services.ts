import type { Core } from '#server/platform/core.ts';
import { campaignService } from './campaign.ts';
import { catalogService } from './catalog.ts';
import { measurementService } from './measurement.ts';
import { placeService } from './place.ts';
import type { ReferenceOf } from './reference.ts';
import { ticketService } from './ticket.ts';

/** What is sold, where, how often it was looked at, and what pages did. */
export const catalogServices = (core: Core, { referenceOf }: { referenceOf: ReferenceOf }) => ({
  campaign: campaignService(core, { referenceOf }),
  catalog: catalogService(core),
  measurement: measurementService(core),
  place: placeService(core),
  ticket: ticketService(core),
});
