import * as v from 'valibot';
import { StatusLabel } from '#contract/document.ts';
import { Liking, Survey } from '#contract/people/likings.ts';
import { OrderState } from '#contract/order/order.ts';
import { Dialog } from '#contract/place.ts';
import { Filled, MediaName } from './tenant-parts.ts';

/**
 * `documents/<collection>.json` by collection: `{id: body}`. Source: spec.md §7, D59, definitions
 * (documents).
 */
export const TenantDocuments = v.strictObject({
  defaults: v.strictObject({
    dialogs: v.record(v.string(), Dialog),
    snackMessages: v.strictObject({ smsSent: Filled, emailSent: Filled, logout: Filled }),
    /**
     * `minVersion`: the oldest X-App-Version that this store still talks to; without it none is too old
     * (D64). `helpText`: what is said under the ways of speaking with the store; `helpChat`: a chat in the place
     * of the messaging app (D89).
     */
    others: v.objectWithRest(
      {
        minVersion: v.optional(
          v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/, 'Use uma versão como 2.0.10.')),
        ),
        helpText: v.optional(Filled),
        helpChat: v.optional(
          v.pipe(Filled, v.regex(/^https:\/\/\S+$/, 'Use um endereço que comece com https://.')),
        ),
      },
      Filled,
    ),
  }),
  routes: v.strictObject({ 'pt-br': v.record(v.string(), Filled) }),
  pwa: v.record(
    v.string(),
    v.strictObject({
      name: Filled,
      shortName: v.pipe(Filled, v.maxLength(12)),
      description: Filled,
      themeColor: Filled,
      backgroundColor: Filled,
      icon: MediaName,
      /** Pictures of the shop that a browser shows when it asks whether to install it. */
      screenshots: v.optional(
        v.pipe(
          v.array(v.strictObject({ image: MediaName, form: v.picklist(['narrow', 'wide']), label: Filled })),
          v.maxLength(8),
        ),
      ),
      installTitle: Filled,
      installText: Filled,
    }),
  ),
  /** `step` 1 to 4 is the bar of the progress that is reached, 0 none. Source: D46. */
  status: v.record(OrderState, StatusLabel),
  shippingCompanies: v.record(
    v.string(),
    v.strictObject({
      name: Filled,
      phone: v.optional(Filled),
      trackingUrl: v.optional(v.pipe(v.string(), v.url())),
    }),
  ),
  likings: v.optional(v.record(v.string(), Liking), {}),
  surveys: v.optional(
    v.record(
      v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'Use letras minúsculas, números e hífens.')),
      Survey,
    ),
    {},
  ),
});
export type TenantDocuments = v.InferOutput<typeof TenantDocuments>;
