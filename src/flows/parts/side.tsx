import { SegmentedControl } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ChartFacts } from '../facts.ts';
import type { BookActor, LiveActor, SimulationActor } from '../history.ts';
import { FunnelPanel } from '../funnel/funnel-panel.tsx';
import type { Simulated } from '../simulation/simulated.ts';
import { hasStore } from '../store.ts';
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
type View = 'funnel' | 'log' | 'store' | 'simulation' | 'state';

/**
 * What stands beside the drawing: the state in sight, a simulation, what happens live, what was counted, or the store
 * itself.
 */
export function Side({ book, live, simulation, simulated, chart }: Props) {
  const isLive = useSelector(live, (snapshot) => snapshot.hasTag('on') || snapshot.hasTag('recording'));
  const isOpened = useSelector(simulation, ({ context }) => context.chart === chart.id);
  const selected = useSelector(book, ({ context }) => context.state);
  const isWatched = useSelector(live, (snapshot) => snapshot.hasTag('on'));
  const [chosen, choose] = useState<View | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isCounted = useSelector(book, ({ context }) => context.funnel !== null);
  // Whoever asks for the numbers sees them, whatever they looked at before.
  const [wasCounted, noteCounted] = useState(isCounted);
  if (isCounted !== wasCounted) {
    noteCounted(isCounted);
    choose(isCounted ? 'funnel' : null);
  }
  const usual: View = isOpened ? 'simulation' : isCounted ? 'funnel' : isLive ? 'log' : 'state';
  const isGone =
    (chosen === 'log' && !isLive) ||
    (chosen === 'store' && !isWatched) ||
    (chosen === 'funnel' && !isCounted);
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
          ...(isCounted ? [{ value: 'funnel', label: 'Funil' }] : []),
          { value: 'state', label: 'Estado' },
          { value: 'simulation', label: 'Simular' },
        ]}
        value={view}
        // One of the values above
        onChange={(value) => show(value as View)}
      />
      {/* Out of sight it goes on: what one does there is told in the log. */}
      {isWatched && isOpen && <StorePhone isHidden={view !== 'store'} />}
      {view === 'funnel' && <FunnelPanel book={book} />}
      {view === 'log' && <LiveLog book={book} live={live} chart={chart} />}
      {view === 'state' && <StatePanel book={book} chart={chart} path={selected} />}
      {view === 'simulation' && (
        <SimulationPanel book={book} simulation={simulation} simulated={simulated} chart={chart} />
      )}
    </aside>
  );
}
