import { SegmentedControl } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ChartFacts } from '../facts.ts';
import type { BookActor, LiveActor, SimulationActor } from '../history.ts';
import type { Simulated } from '../simulation/simulated.ts';
import { LiveLog } from './live-log.tsx';
import { SimulationPanel } from './simulation/simulation-panel.tsx';
import { StorePhone } from './store-phone.tsx';
import { StatePanel } from './state-panel.tsx';
import styles from './chart-view.module.css';

interface Props {
  book: BookActor;
  live: LiveActor;
  simulation: SimulationActor;
  simulated: Simulated | null;
  chart: ChartFacts;
}
type View = 'log' | 'store' | 'simulation' | 'state';

/** The server names its store; files alone have none. */
const hasStore = () => Boolean(document.querySelector<HTMLMetaElement>('meta[name=store]')?.content);

/** What stands beside the drawing: the state in sight, a simulation, what happens live, or the store itself. */
export function Side({ book, live, simulation, simulated, chart }: Props) {
  const isLive = useSelector(live, (snapshot) => snapshot.hasTag('on') || snapshot.hasTag('recording'));
  const isOpened = useSelector(simulation, ({ context }) => context.chart === chart.id);
  const selected = useSelector(book, ({ context }) => context.state);
  const isWatched = useSelector(live, (snapshot) => snapshot.hasTag('on'));
  const [chosen, choose] = useState<View | null>(null);
  const [isOpen, setOpen] = useState(false);
  const usual: View = isOpened ? 'simulation' : isLive ? 'log' : 'state';
  const isGone = (chosen === 'log' && !isLive) || (chosen === 'store' && !isWatched);
  const view = chosen === null || isGone ? usual : chosen;
  const show = (next: View) => {
    choose(next);
    if (next === 'store') setOpen(true);
  };
  return (
    <aside className={styles.side} aria-label="O que se vê ao lado do desenho">
      <SegmentedControl
        fullWidth
        aria-label="Ao lado do desenho"
        data={[
          ...(isLive ? [{ value: 'log', label: 'Ao vivo' }] : []),
          ...(isWatched && hasStore() ? [{ value: 'store', label: 'Loja' }] : []),
          { value: 'state', label: 'Estado' },
          { value: 'simulation', label: 'Simular' },
        ]}
        value={view}
        // One of the values above
        onChange={(value) => show(value as View)}
      />
      {/* Out of sight it goes on: what one does there is told in the log. */}
      {isWatched && isOpen && <StorePhone isHidden={view !== 'store'} />}
      {view === 'log' && <LiveLog book={book} live={live} chart={chart} />}
      {view === 'state' && <StatePanel book={book} chart={chart} path={selected} />}
      {view === 'simulation' && (
        <SimulationPanel book={book} simulation={simulation} simulated={simulated} chart={chart} />
      )}
    </aside>
  );
}
