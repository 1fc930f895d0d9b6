import { type ChartFacts, type TransitionFacts, holds } from '../facts.ts';
import { refusalText } from '../refusals.ts';
import { plain } from '../search.ts';
import { stepName, stepWords } from '../simulation/words.ts';
import type { ChartPath, PathStep } from './choose.ts';
import type { Missing, Why } from './coverage.ts';
import { type Goal, isUnmet, stateOf } from './goal.ts';

/** What happens at a step, in a person's words. */
export const happensWords = ({ step }: PathStep): string => (step ? stepWords(step) : 'começa');

/** So many steps. */
export const stepCount = (count: number): string => (count === 1 ? '1 passo' : `${count} passos`);

interface Led {
  states: readonly string[];
}
/** Of the states after a step the one that it brought; the first where it brought none. */
export const broughtBy = ({ states }: Led, before: Led | undefined): string =>
  states.find((path) => !before?.states.includes(path)) ?? states[0] ?? '';

const transitionOf = ({ states }: ChartFacts, goal: Goal): TransitionFacts | undefined => {
  const [path, at = ''] = goal.split('#');
  return states.find((state) => state.path === path)?.transitions[Number.parseInt(at, 10)];
};
/** What a step did besides leading on: refusals, and conditions that kept it from doing anything. */
export function aboutStep(chart: ChartFacts, { goals, step }: PathStep): string[] {
  const taken = goals.filter((goal) => !isUnmet(goal)).flatMap((goal) => transitionOf(chart, goal) ?? []);
  const unmet = goals.filter(isUnmet).flatMap((goal) => transitionOf(chart, goal)?.if ?? []);
  return [
    ...taken.flatMap(({ description }) => description ?? []),
    ...taken.flatMap(({ refuses }) => (refuses === undefined ? [] : [`Recusa: ${refusalText(refuses)}`])),
    ...(step && taken.length === 0 && unmet.length > 0
      ? [`Nada muda: não vale ${[...new Set(unmet)].join(', ')}.`]
      : []),
  ];
}

/** Which of the paths come to a state, and have something happen whose words have these. */
export function chosenPaths(paths: readonly ChartPath[], state: string, event: string): ChartPath[] {
  const words = plain(event).trim();
  const isAt = ({ states, goals }: PathStep) =>
    state === '' ||
    states.some((path) => holds(state, path)) ||
    goals.some((goal) => holds(state, stateOf(goal)));
  return paths.filter(
    ({ steps }) =>
      steps.some(isAt) &&
      (words === '' ||
        steps.some(
          (step) => step.step && plain(`${happensWords(step)} ${stepName(step.step)}`).includes(words),
        )),
  );
}

const reasons: Readonly<Record<Exclude<Why, 'state'>, string>> = {
  unmet: 'a condição nunca valeu com os dados de exemplo',
  met: 'a condição sempre valeu com os dados de exemplo',
  before: 'o que vem antes dela sempre valeu',
  sample: 'nada do que os exemplos têm a fez acontecer',
};
/** What no path shows, and why. */
export function missingWords({ goal, path, transition: { on, if: guard, to }, why }: Missing): {
  what: string;
  why: string;
} {
  const condition = guard === undefined ? '' : ` ${isUnmet(goal) ? 'sem' : 'se'} ${guard}`;
  const leads = to && !isUnmet(goal) ? ` → ${to.map((one) => one || 'o gráfico').join(', ')}` : '';
  return {
    what: `${path === '' ? 'de qualquer estado' : path}: ${on}${condition}${leads}`,
    why: why === 'state' ? `nenhum caminho chega a ${path}` : reasons[why],
  };
}
