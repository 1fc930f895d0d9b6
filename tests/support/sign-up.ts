import { type Called, type Lead, type Signed, person, signIn } from './buyers.ts';

export interface Newcomer extends Signed {
  userId: string;
}
/** Somebody who proved a contact and has no account yet. */
export async function newcomer(server: Called): Promise<Newcomer> {
  const signed = await signIn(server);
  return { ...signed, userId: (await server.call('GET', '/api/users', signed)).json.id };
}

/** Makes the account of a user under a grant; it takes over a visitor who is named with the secret. */
export const createAccount = (
  server: Called,
  { grant, userId }: Partial<Pick<Newcomer, 'grant'>> & Pick<Newcomer, 'userId'>,
  body: unknown = person,
  { leadId, leadSecret, host }: Partial<Lead> & { host?: string } = {},
) =>
  server.call('POST', `/api/accounts/client/user/${userId}${leadId ? `?lead_id=${leadId}` : ''}`, {
    body,
    grant,
    leadSecret,
    host,
  });
