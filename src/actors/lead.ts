/** A visitor's record as this browser may prove it. The secret comes once, so it is kept beside the id. Source: definitions.md, Headers of people without an account. */
export interface KeptLead {
  id: string;
  secret: string;
}

/** Where the lead of this tenant is kept. */
export interface LeadVault {
  read(): KeptLead | null;
  keep(lead: KeptLead): void;
  drop(): void;
}
