import { Button } from '@mantine/core';
import { type ChartFacts, holds } from '../facts.ts';
import { stepName } from '../simulation/words.ts';
import { Board, Picture, screenAt } from './board.tsx';
import type { ChartPath } from './choose.ts';
import { aboutStep, broughtBy, happensWords, stepCount } from './path-words.ts';
import styles from './board.module.css';

interface Props {
  number: number;
  chart: ChartFacts;
  path: ChartPath;
  /** files, by screen */
  pictures: Readonly<Record<string, string>>;
  /** which is looked for; '' for none */
  state: string;
  isTooLong: boolean;
  onFollow: () => void;
}

/** A generated path: what happens, the screen that is seen then, and what the state says of itself. */
export function Storyboard({ number, chart, path, pictures, state, isTooLong, onFollow }: Props) {
  const { steps } = path;
  const name = `Caminho ${number}`;
  const cards = steps.map((step, at) => {
    const brought = broughtBy(step, steps[at - 1]);
    const screen = screenAt(chart.id, brought);
    return {
      happens: happensWords(step),
      codeName: step.step ? stepName(step.step) : '',
      about: aboutStep(chart, step),
      picture: <Picture screen={screen} file={(screen && pictures[screen.id]) ?? ''} />,
      state: brought,
      isSought: state !== '' && step.states.some((one) => holds(state, one)),
    };
  });
  return (
    <Board
      {...{ chart, name, cards }}
      title={`${name}: ${stepCount(steps.length - 1)} até ${steps.at(-1)?.states.join(', ')}`}
      action={
        <Button size="sm" variant="default" onClick={onFollow}>
          Percorrer na simulação
        </Button>
      }
    >
      {isTooLong && (
        <p role="alert" className={styles.about}>
          Este caminho leva dados demais para um link: percorra-o em Simular, passo a passo.
        </p>
      )}
    </Board>
  );
}
