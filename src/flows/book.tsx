import { MantineProvider } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ChartFacts } from './facts.ts';
import { type BookActor, type LiveActor, type SimulationActor, type TicketActor, pageIn } from './history.ts';
import { theme } from './look/theme.ts';
import { CopyView } from './copy/copy-view.tsx';
import { FaultsView } from './faults/faults-view.tsx';
import { CampaignView } from './campaign/campaign-view.tsx';
import { ChangesView } from './parts/changes-view.tsx';
import { ChartView } from './parts/chart-view.tsx';
import { Contents } from './parts/contents.tsx';
import { LiveSwitch } from './parts/live-switch.tsx';
import { PathsView } from './paths/paths-view.tsx';
import { ScreenMap } from './parts/screen-map.tsx';
import { NotesStatus } from './notes/notes-trouble.tsx';
import { NotesView } from './notes/notes-view.tsx';
import { TicketView } from './ticket/ticket-view.tsx';
import styles from './book.module.css';

interface Props {
  book: BookActor;
  live: LiveActor;
  simulation: SimulationActor;
  ticket: TicketActor;
  charts: readonly ChartFacts[];
}

/** The flow book as a person sees it. */
export function Book({ book, live, simulation, ticket, charts }: Props) {
  const id = useSelector(book, (snapshot) => snapshot.context.chart);
  const page = useSelector(book, pageIn);
  const chart = charts.find((one) => one.id === id);
  const [search, setSearch] = useState('');
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} forceColorScheme="dark">
      <div className={styles.book}>
        <header className={styles.head} aria-label="Livro de fluxos">
          <h1 className={styles.name}>Livro de fluxos</h1>
          <p className={styles.sum}>
            {charts.length} gráficos · {charts.reduce((sum, { states }) => sum + states.length - 1, 0)}{' '}
            estados
          </p>
          <LiveSwitch live={live} />
          <NotesStatus />
        </header>
        <Contents
          book={book}
          live={live}
          charts={charts}
          current={chart}
          search={search}
          onSearch={setSearch}
        />
        {chart ? (
          <ChartView book={book} live={live} simulation={simulation} chart={chart} />
        ) : page === 'campaign' ? (
          <CampaignView />
        ) : page === 'changes' ? (
          <ChangesView book={book} charts={charts} />
        ) : page === 'paths' ? (
          <PathsView book={book} simulation={simulation} charts={charts} />
        ) : page === 'ticket' ? (
          <TicketView book={book} live={live} simulation={simulation} ticket={ticket} charts={charts} />
        ) : page === 'faults' ? (
          <FaultsView book={book} charts={charts} />
        ) : page === 'notes' ? (
          <NotesView book={book} charts={charts} />
        ) : page === 'copy' ? (
          <CopyView book={book} />
        ) : (
          <ScreenMap book={book} charts={charts} />
        )}
      </div>
    </MantineProvider>
  );
}
