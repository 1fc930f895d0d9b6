import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { bookMachine } from '#machines/book/book.machine.ts';
import { funnelMachine } from '#machines/book/funnel.machine.ts';
import { liveMachine } from '#machines/book/live.machine.ts';
import { openedTicketMachine } from '#machines/book/opened-ticket.machine.ts';
import { notesMachine } from '#machines/book/notes.machine.ts';
import { simulationMachine } from '#machines/book/simulation.machine.ts';
import { placeAt } from './address.ts';
import { Book } from './book.tsx';
import { charts } from './charts.ts';
import { createLayOut } from './drawing/lay-out.ts';
import { hearStore } from './hear-store.ts';
import { FunnelProvider } from './funnel/context.ts';
import { funnelActors } from './funnel/funnel-port.ts';
import { followAddress, followFunnel, followRun, followTicket, showTickets } from './history.ts';
import { readTicket } from './ticket/read-ticket.ts';
import { NotesProvider } from './notes/context.ts';
import { changeNotes, lastAuthor, loadNotes } from './notes/notes-port.ts';
import { clientName, hasStore } from './store.ts';
import { openRun } from './simulation/open-run.ts';

/** Opens the flow book at the place that the address names. */
export function openBook(): void {
  const byId = new Map(charts.map((chart) => [chart.id, chart]));
  const hasState = (chart: string, path: string) =>
    byId.get(chart)?.states.some((state) => state.path === path) ?? false;
  const layOut = createLayOut((id) => {
    const chart = byId.get(id);
    if (!chart) throw new Error(`no chart ${id}`);
    return chart;
  });
  const place = placeAt(location.href, hasState);
  const book = createActor(bookMachine.provide({ actors: { layOut } }), { input: place });
  const live = createActor(liveMachine.provide({ actors: { hearStore } }));
  const simulation = createActor(simulationMachine.provide({ actors: { openRun } })).start();
  const notes = createActor(notesMachine.provide({ actors: { loadNotes, changeNotes } }), {
    input: { author: lastAuthor() },
  }).start();
  const funnel = createActor(funnelMachine.provide({ actors: funnelActors(location.origin, clientName()) }), {
    input: { hasStore: hasStore() },
  }).start();
  const ticket = createActor(openedTicketMachine.provide({ actors: { readTicket } })).start();
  followRun(simulation, place);
  followFunnel(book, funnel);
  followAddress(book, simulation, ticket, hasState);
  live.start();
  showTickets(ticket, live);
  followTicket(ticket, place);
  book.start();
  const root = document.querySelector('#root');
  if (root)
    createRoot(root).render(
      <NotesProvider value={notes}>
        <FunnelProvider value={funnel}>
          <Book book={book} live={live} simulation={simulation} ticket={ticket} charts={charts} />
        </FunnelProvider>
      </NotesProvider>,
    );
}
