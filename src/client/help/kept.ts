import type { Client } from '#api/client.ts';
import { isProblem } from '#contract/fault.ts';
import { createStore } from '#client/store.ts';

/** Characters of a request's id by which the store finds it in its books (D89). */
const LENGTH = 8;
/** In this tab, under the tenant's name, until a sign-out wipes it. */
const storeOf = (client: string) => createStore(() => globalThis.sessionStorage, `vitrine:${client}:`);

/** Keeps which call was refused last. @param requestId of the problem */
export const keepTrace = (client: string, requestId: string): void =>
  storeOf(client).set('trace', requestId.slice(0, LENGTH));
/** The same client, whose refusals are kept by their code. */
export const traced = (api: Client, client: string): Client => ({
  ...api,
  call: (async (...args: Parameters<Client['call']>) => {
    try {
      return await api.call(...args);
    } catch (fault) {
      if (isProblem(fault) && fault.problem.requestId) keepTrace(client, fault.problem.requestId);
      throw fault;
    }
  }) as Client['call'], // what comes in goes out as it is
});
/** The trace code of the last problem; null without one. */
export function traceOf(client: string): string | null {
  const kept = storeOf(client).get('trace');
  return typeof kept === 'string' && /^[\w-]{1,8}$/.test(kept) ? kept : null;
}

/** Whether the help that lies over the page was sent away in this session. */
export const isHelpDismissed = (client: string): boolean => storeOf(client).get('helpless') === true;
export const keepHelpDismissed = (client: string): void => storeOf(client).set('helpless', true);
