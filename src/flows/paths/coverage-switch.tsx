import { Button, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Laid } from '#machines/book/laid.ts';
import type { ChartFacts } from '../facts.ts';
import type { BookActor } from '../history.ts';
import type { Goal } from './goal.ts';
import { untakenIn } from './untaken.ts';
import { useWalked } from './walked.ts';
import styles from '../parts/chart-view.module.css';

interface Props {
  book: BookActor;
  chart: ChartFacts;
  /** null while nothing is drawn */
  laid: Laid | null;
  /** what the paths take; null while it is not shown */
  onTaken: (taken: ReadonlySet<Goal> | null) => void;
}

/** Shows in the drawing what no generated path takes, and leads to the paths. */
export function CoverageSwitch({ book, chart, laid, onTaken }: Props) {
  const [isOn, setOn] = useState(false);
  const { walk, more } = useWalked(isOn ? chart.id : null);
  const taken = walk?.walked?.coverage.seen ?? null;
  useEffect(() => onTaken(taken), [onTaken, taken]);
  const count = taken && laid ? untakenIn(laid, taken).length : 0;
  return (
    <div className={styles.coverage}>
      <Switch label="Cobertura" checked={isOn} onChange={() => setOn(!isOn)} />
      <p role="status">
        {walk === null
          ? null
          : walk.stands === 'failed'
            ? 'Os dados de exemplo não chegaram.'
            : taken === null
              ? 'Procurando caminhos…'
              : count === 0
                ? 'Algum caminho passa por cada seta.'
                : `Pontilhadas: ${count === 1 ? '1 seta' : `${count} setas`} por onde nenhum caminho passa.`}
      </p>
      {walk?.stands === 'failed' && (
        <Button size="sm" variant="default" onClick={more}>
          Tentar de novo
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        onClick={() =>
          book.send({ type: 'paths.requested', paths: { chart: chart.id, state: '', event: '' } })
        }
      >
        Caminhos deste gráfico
      </Button>
    </div>
  );
}
