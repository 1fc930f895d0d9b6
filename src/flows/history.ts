import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { FunnelDays } from '#contract/ops/funnel.ts';
import { type BookPage, type BookPlace, type bookMachine, bookPages } from '#machines/book/book.machine.ts';
import type { funnelMachine } from '#machines/book/funnel.machine.ts';
import type { liveMachine } from '#machines/book/live.machine.ts';
import type { simulationMachine } from '#machines/book/simulation.machine.ts';
import type { openedTicketMachine } from '#machines/book/opened-ticket.machine.ts';
import { addressOf, placeAt } from './address.ts';
import { runIn } from './simulation/link.ts';

export type BookActor = ActorRefFrom<typeof bookMachine>;
export type FunnelActor = ActorRefFrom<typeof funnelMachine>;
export type LiveActor = ActorRefFrom<typeof liveMachine>;
export type TicketActor = ActorRefFrom<typeof openedTicketMachine>;
export type SimulationActor = ActorRefFrom<typeof simulationMachine>;

/** Begins the run that the address brings, if it does. */
export function followRun(simulation: SimulationActor, { chart }: BookPlace): void {
  const text = runIn(location.hash);
  if (chart !== null && text !== null) simulation.send({ type: 'link.followed', chart, text });
}

/** Opens the ticket that the address names, if it does and another is in sight. */
export function followTicket(ticket: TicketActor, place: BookPlace): void {
  const code = place.chart === null ? place.code : undefined;
  if (code && code !== ticket.getSnapshot().context.code) ticket.send({ type: 'ticket.asked', code });
}

/** A ticket that was read is a recording, which stands at its last step. */
export function showTickets(ticket: TicketActor, live: LiveActor): void {
  let shown: unknown = null;
  ticket.subscribe(({ context: { ticket: opened } }) => {
    if (opened === shown) return;
    shown = opened;
    if (!opened) return;
    live.send({ type: 'recording.opened', steps: opened.steps });
    if (opened.steps.length > 0) live.send({ type: 'step.selected', at: opened.steps.length - 1 });
  });
}

export const pageNames: Readonly<Record<BookPage, string>> = {
  campaign: 'Simulador de campanha',
  changes: 'O que mudou',
  paths: 'Caminhos gerados',
  ticket: 'Chamado',
  faults: 'Quando falha',
  notes: 'Anotações',
  copy: 'Mesa de textos',
};
/** The page of the book that is open. */
export const pageIn = (snapshot: Pick<SnapshotFrom<typeof bookMachine>, 'hasTag'>): BookPage | null =>
  bookPages.find((page) => snapshot.hasTag(page)) ?? null;

/** What the book looks at is asked for, over the days that it says, and not again for each drawing. */
export function followFunnel(book: BookActor, funnel: FunnelActor): void {
  let looked: FunnelDays | null = null;
  book.subscribe(({ context: { funnel: days } }) => {
    if (days === looked) return;
    looked = days;
    funnel.send(days === null ? { type: 'funnel.closed' } : { type: 'days.asked', days });
  });
}

/** The chart wins: what it shows is written into the address; Back and Forward ask it. */
export function followAddress(
  book: BookActor,
  simulation: SimulationActor,
  ticket: TicketActor,
  hasState: (chart: string, path: string) => boolean,
): void {
  book.subscribe((snapshot) => {
    const { chart, missing, state, paths, code, funnel } = snapshot.context;
    const page = pageIn(snapshot);
    const place: BookPlace =
      chart === null
        ? { chart, ...(page ? { page, paths, code } : {}) }
        : { chart, state, ...(funnel ? { funnel } : {}) };
    document.title = `${chart ?? (page ? pageNames[page] : 'Mapa das telas')} · Livro de fluxos`;
    const address = addressOf(place);
    if (address === location.pathname + location.search + location.hash) return;
    // Another state of the same chart is no step of its own, and nobody goes back to a chart that is not there.
    const isStep = missing === null && new URL(address, location.href).pathname !== location.pathname;
    history[isStep ? 'pushState' : 'replaceState'](null, '', address);
  });
  addEventListener('popstate', () => {
    const place = placeAt(location.href, hasState);
    followRun(simulation, place);
    followTicket(ticket, place);
    book.send(
      place.chart === null
        ? place.page
          ? {
              type: `${place.page}.requested`,
              ...(place.paths ? { paths: place.paths } : {}),
              ...(place.code === undefined ? {} : { code: place.code }),
            }
          : { type: 'map.requested', ...(place.missing === undefined ? {} : { missing: place.missing }) }
        : { type: 'chart.requested', ...place },
    );
  });
}
