import { Button, Switch } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import type { LaidBox } from '#machines/book/laid.ts';
import { saveChart } from '../save.ts';
import type { ChartFacts } from '../facts.ts';
import type { BookActor, LiveActor, SimulationActor } from '../history.ts';
import { COUNTED } from '#machines/book/book.machine.ts';
import { useFunnel } from '../funnel/context.ts';
import { FunnelSwitch } from '../funnel/funnel-switch.tsx';
import { beginOf } from '../drawing/elk-graph.ts';
import { Canvas } from './canvas.tsx';
import { useLiveStates } from '../live-states.ts';
import { CoverageSwitch } from '../paths/coverage-switch.tsx';
import { Drawing } from './drawing.tsx';
import { useSimulated } from '../simulation/simulated.ts';
import { Side } from './side.tsx';
import styles from './chart-view.module.css';

interface Props {
  book: BookActor;
  live: LiveActor;
  simulation: SimulationActor;
  chart: ChartFacts;
}

/** @param isDrawn there is a picture to save */
function Saves({ chart, isDrawn }: { chart: ChartFacts; isDrawn: boolean }) {
  return (
    <fieldset className={styles.saves}>
      <legend>Salvar como</legend>
      {(['SVG', 'PNG', 'Mermaid', 'JSON'] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          size="sm"
          disabled={!isDrawn && (kind === 'SVG' || kind === 'PNG')}
          onClick={() => void saveChart(chart, kind)}
        >
          {kind}
        </Button>
      ))}
    </fieldset>
  );
}

/** One chart, drawn, with what its selected state says and does. */
export function ChartView({ book, live, simulation, chart }: Props) {
  const lived = useLiveStates(live, chart.id);
  const simulated = useSimulated(simulation, chart.id);
  const { active, passed } = simulated ?? lived;
  const [taken, setTaken] = useState<ReadonlySet<string> | null>(null);
  const { laid, state: selected, isUnfolded } = useSelector(book, ({ context }) => context);
  const isCounted = useSelector(book, ({ context }) => context.funnel !== null);
  const told = useSelector(useFunnel(), ({ context }) => context.funnel);
  const funnel = isCounted ? told : null;
  const isFailed = useSelector(book, (snapshot) => snapshot.hasTag('failed'));
  const select = useCallback((state: string) => book.send({ type: 'state.selected', state }), [book]);
  // Without a state in sight: where the chart begins
  const sight = useMemo(
    () => laid?.boxes.find(({ id }) => id === (selected || beginOf(''))) ?? null,
    [laid, selected],
  );
  const lit = useMemo(() => {
    const depth = ({ id }: LaidBox) => id.split('.').length;
    const drawn = (laid?.boxes ?? []).filter(({ id }) => active.has(id));
    return drawn.sort((a, b) => depth(b) - depth(a))[0] ?? null;
  }, [laid, active]);
  return (
    <>
      <main className={styles.chart} aria-label={`Gráfico ${chart.id}`}>
        <div className={styles.head}>
          <h2 className={styles.name}>{chart.id}</h2>
          <p className={styles.description}>{chart.states[0]?.description}</p>
          {laid !== null && laid.folded > 0 && (
            <Switch
              label={`Também o que vai de qualquer tela a qualquer tela (${laid.folded}), no estado escolhido`}
              checked={isUnfolded}
              onChange={() => book.send({ type: 'folds.toggled' })}
            />
          )}
          {chart.id === COUNTED && <FunnelSwitch book={book} />}
          <CoverageSwitch book={book} chart={chart} laid={laid} onTaken={setTaken} />
          <Saves chart={chart} isDrawn={laid !== null && !isFailed} />
        </div>
        {isFailed ? (
          <div role="alert" className={styles.note}>
            <p>O desenho não ficou pronto. A lista dos estados, ao lado, diz o mesmo.</p>
            <Button onClick={() => book.send({ type: 'layout.retried' })}>Desenhar de novo</Button>
          </div>
        ) : laid === null ? (
          <p role="status" className={styles.note}>
            Desenhando…
          </p>
        ) : (
          <Canvas
            width={laid.width}
            height={laid.height}
            sight={sight}
            lit={lit}
            subject={selected}
            label={`Desenho do gráfico ${chart.id}. A lista dos estados diz o mesmo em palavras.`}
          >
            <Drawing
              chart={chart}
              laid={laid}
              selected={selected}
              onSelect={select}
              active={active}
              passed={passed}
              taken={taken}
              isCounted={isCounted}
              funnel={funnel}
            />
          </Canvas>
        )}
      </main>
      <Side book={book} live={live} simulation={simulation} simulated={simulated} chart={chart} />
    </>
  );
}
