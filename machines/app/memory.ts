import type { AppContext } from './context.ts';
import type { AppMemory } from '#machines/stored.ts';

/** What the app keeps, of all it knows. */
export const memoryOf = ({
  context: { returnTo, origin, refusal, drafts },
}: {
  context: Pick<AppContext, 'returnTo' | 'origin' | 'refusal' | 'drafts'>;
}): AppMemory => ({ version: 1, returnTo, origin, refusal, login: drafts.login, address: drafts.address });
