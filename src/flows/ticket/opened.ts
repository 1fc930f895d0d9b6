import { type Ticket, formatTicketCode } from '#contract/ticket.ts';
import type { OpenedTicket } from '#machines/book/opened-ticket.machine.ts';
import type { RunningChart, ToldStep } from '#machines/book/telling.ts';

/** A ticket as a recording: what ran at each step follows from what runs at the end, backwards. */
export function openedFrom({ code, at, until, trace, steps, running }: Ticket): OpenedTicket {
  const end = Date.parse(at);
  const ran = new Map<number, RunningChart>(
    running.map(({ actor, chart, active }) => [actor, { id: String(actor), chart, active }]),
  );
  const told: ToldStep[] = [];
  for (const { ago, actor, chart, event, from, to } of steps.toReversed()) {
    const id = String(actor);
    ran.set(actor, { id, chart, active: to });
    const now = [...ran.values()];
    told.push({ at: end - ago, id, chart, event, fields: [], from, to, running: now });
    // Before it began it did not run; else it was where it came from.
    if (from.length === 0) ran.delete(actor);
    else ran.set(actor, { id, chart, active: from });
  }
  return {
    code: formatTicketCode(code),
    trace: trace ?? null,
    at: end,
    until: Date.parse(until),
    steps: told.toReversed(),
    running: running.map(({ actor, chart, active }) => ({ id: String(actor), chart, active })),
  };
}

/** A chart that ran: where it was at a step of a ticket, and what had happened to it. */
export interface Ran {
  id: string;
  chart: string;
  states: readonly string[];
  steps: readonly ToldStep[];
}
/**
 * Every chart that ran until a step, the one that moved last first; not those whose code nobody needed yet, which stand
 * in no state. @param at null: until the end
 */
export function ranUntil(
  { steps, running }: Pick<OpenedTicket, 'steps' | 'running'>,
  at: number | null,
): Ran[] {
  const until = at === null ? steps : steps.slice(0, at + 1);
  const own = Map.groupBy(until.toReversed(), ({ id }) => id);
  const moved = [...own].flatMap(([id, those]): Ran[] => {
    const [last] = those;
    return last ? [{ id, chart: last.chart, states: last.to, steps: those.toReversed() }] : [];
  });
  const still = (at === null ? running : (steps[at]?.running ?? running)).filter(({ id }) => !own.has(id));
  return [
    ...moved,
    ...still.map(({ id, chart, active }) => ({ id, chart, states: active, steps: [] })),
  ].filter(({ states }) => states.length > 0);
}
