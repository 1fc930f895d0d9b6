import type { Client } from '#api/client.ts';
import { type Account, type User, currentUser, getAccount } from '#contract/people/account.ts';
import { isProblem } from '#contract/problem.ts';

export interface Person {
  user: User;
  account: Account | null;
}

/**
 * Whose token this is: GET users, then the account if there is one (§4 order). The token is named, because
 * the session may not hold it yet.
 */
export async function loadPerson(api: Client, accessToken: string): Promise<Person> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const user = await api.call(currentUser, { headers });
  if (!user.signedUp) return { user, account: null };
  const account = await api.call(getAccount, { headers }).catch((fault: unknown) => {
    if (isProblem(fault, 'NOT_FOUND')) return null;
    throw fault;
  });
  return { user, account };
}
