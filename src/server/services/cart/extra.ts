import type { Quote } from '#contract/cart.ts';
import type { Form } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { extraErrors } from '#domain/extra.ts';
import type { Tx } from '#server/db/database.ts';
import { ownPhotos } from '#server/services/people/photo.ts';
import type { CampaignRow } from '#server/services/catalog/reference.ts';

const MOST_FIELDS = 20;
/** The questions of a campaign, if it has any. */
const formOf = ({ body }: CampaignRow): Form[] => {
  // Written by the importer in the contract's shape
  const { extraForm } = (body['properties'] ?? {}) as { extraForm?: Form };
  return extraForm ? [extraForm] : [];
};

/** The questions of the campaigns of a cart, each campaign's under its name. */
export const questionsOf = (campaigns: readonly CampaignRow[]): NonNullable<Quote['questions']> =>
  campaigns.flatMap((row) =>
    formOf(row).map((form) => ({ campaignId: row.id, campaignName: row.name, form })),
  );

/**
 * What the campaigns of an order ask is answered, and nothing else. Source: D68.
 * @throws ApiProblem MALFORMED with `extra.{name}`
 */
function assertExtra(campaigns: readonly CampaignRow[], answers: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(extraErrors(campaigns.flatMap(formOf), answers));
  // A name that is no question's is the sender's: cut to what a name may look like.
  const fields = wrong
    .slice(0, MOST_FIELDS)
    .map(([name, message]) => ({ field: `extra.${name.replace(/[^\w.-]/g, '')}`, message }));
  if (fields.length) throw new ApiProblem('MALFORMED', { fields });
}

/** The pictures among the answers, by the name of their question. */
const photosIn = (campaigns: readonly CampaignRow[], answers: Readonly<Record<string, unknown>>) =>
  campaigns
    .flatMap(formOf)
    .flatMap(({ fields }) => fields)
    .flatMap(({ name, type }) => {
      const id = Object.hasOwn(answers, name) ? answers[name] : undefined;
      return type === 'file' && typeof id === 'string' && id !== '' ? [{ name, id }] : [];
    });

/**
 * The same, with every picture among the answers one of the buyer's own.
 * @returns their ids @throws ApiProblem MALFORMED with `extra.{name}`
 */
export async function assertAnswers(
  tx: Tx,
  tenantId: string,
  subject: string,
  campaigns: readonly CampaignRow[],
  answers: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  assertExtra(campaigns, answers);
  const named = photosIn(campaigns, answers);
  const ids = named.map(({ id }) => id);
  const known = await ownPhotos(tx, tenantId, subject, ids);
  const fields = named.flatMap(({ name, id }) =>
    known.has(id) ? [] : [{ field: `extra.${name}`, message: 'Mande a foto de novo.' }],
  );
  if (fields.length) throw new ApiProblem('MALFORMED', { fields });
  return ids;
}
