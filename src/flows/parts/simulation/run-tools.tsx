import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { shippedChart } from '../../charts.ts';
import type { ChartFacts } from '../../facts.ts';
import type { SimulationActor } from '../../history.ts';
import { saveAs } from '../../save.ts';
import { testOf } from '../../simulation/as-test.ts';
import { addressOfRun, packed } from '../../simulation/link.ts';
import { innermost } from '../../simulation/play.ts';
import type { Simulated } from '../../simulation/simulated.ts';
import styles from './simulation.module.css';

interface Props {
  simulation: SimulationActor;
  simulated: Simulated;
  chart: ChartFacts;
}

const COPIED = 'Link copiado: quem o abrir vê estes passos.';
const TOO_LONG = 'A execução ficou grande demais para um link. Baixe-a como teste.';

/** @returns whether the browser let it be copied */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Takes a step back, begins again, and hands the run on. */
export function RunTools({ simulation, simulated: { run, last, played }, chart }: Props) {
  const [link, setLink] = useState<{ of: typeof run; address: string | null; words: string } | null>(null);
  const isWhole = last !== null && played.stop === null;
  const end = last ? innermost(last) : [];
  const copy = async () => {
    const letters = await packed({ run, end });
    const address = letters === null ? null : location.origin + addressOfRun(chart.id, letters);
    const isCopied = address !== null && (await copied(address));
    setLink({
      of: run,
      address,
      words: address === null ? TOO_LONG : isCopied ? COPIED : 'Copie o link daqui.',
    });
  };
  const save = () => {
    const { file, exported } = shippedChart(chart.id);
    const text = testOf({ id: chart.id, file, exported }, run, end);
    saveAs(`${chart.id}-run.test.ts`, new Blob([text], { type: 'text/plain' }));
  };
  // A link of other steps is none of these.
  const shown = link?.of === run ? link : null;
  return (
    <section aria-label="Execução">
      <div className={styles.tools}>
        <Button
          size="sm"
          variant="default"
          disabled={run.steps.length === 0}
          onClick={() => simulation.send({ type: 'step.undone' })}
        >
          Desfazer
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={run.steps.length === 0}
          onClick={() => simulation.send({ type: 'run.restarted', input: run.input })}
        >
          Recomeçar
        </Button>
        <Button size="sm" variant="default" disabled={!isWhole} onClick={() => void copy()}>
          Copiar link
        </Button>
        <Button size="sm" variant="default" disabled={!isWhole} onClick={save}>
          Baixar como teste
        </Button>
        <Button size="sm" variant="default" onClick={() => simulation.send({ type: 'simulation.ended' })}>
          Encerrar
        </Button>
      </div>
      <p role="status" className={styles.quiet}>
        {shown?.words}
      </p>
      {shown?.address && <TextInput label="Link desta execução" readOnly value={shown.address} />}
    </section>
  );
}
