import { fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import { type TicketLog, formatTicketCode, openTicket } from '#contract/ticket.ts';

/** Port of the chart of a ticket. @param read the last steps of this page's charts */
export const ticketActors = (api: Client, read: () => TicketLog) => ({
  sendTicket: fromPromise<string, Record<string, never>>(async ({ signal }) => {
    const { code } = await api.call(openTicket, { body: read(), signal });
    return formatTicketCode(code);
  }),
});
