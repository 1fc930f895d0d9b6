import type { Core } from '#server/platform/core.ts';
import { campaignService } from './campaign.ts';
import { catalogService } from './catalog.ts';
import { measurementService } from './measurement.ts';
import { placeService } from './place.ts';
import type { ReferenceOf } from './reference.ts';

/** What is sold, where, and how often it was looked at. */
export const catalogServices = (core: Core, { referenceOf }: { referenceOf: ReferenceOf }) => ({
  campaign: campaignService(core, { referenceOf }),
  catalog: catalogService(core),
  measurement: measurementService(core),
  place: placeService(core),
});
