import * as v from 'valibot';

/** A visitor's record as this browser may prove it. The secret comes once, so it is kept beside the id. Source: definitions.md, Headers of people without an account. */
export const KeptLead = v.object({ id: v.pipe(v.string(), v.uuid()), secret: v.pipe(v.string(), v.minLength(8), v.maxLength(200)) });
export type KeptLead = v.InferOutput<typeof KeptLead>;

/** Where the lead of this tenant is kept. */
export interface LeadVault {
  read(): KeptLead | null;
  keep(lead: KeptLead): void;
  drop(): void;
}
