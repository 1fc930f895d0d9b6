import { execFileSync } from 'node:child_process';
import type { ChartFacts } from '#flows/facts.ts';
import { root } from './source.ts';

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
function attempt(work: () => string, sentence: string): string {
  try {
    return work();
  } catch (cause) {
    throw new Error(sentence, { cause });
  }
}

/** The commit that a revision names. @throws Error in Portuguese for none */
export const commitOf = (revision: string): string =>
  attempt(
    () => git('rev-parse', '--verify', `${revision}^{commit}`).trim(),
    `Não há nenhuma revisão "${revision}".`,
  );
/** The charts as a revision keeps them. @throws Error in Portuguese where it has none */
export const chartsAt = (revision: string): ChartFacts[] => {
  const commit = commitOf(revision);
  const text = attempt(
    () => git('show', `${commit}:docs/charts/charts.json`),
    `Em "${revision}" os gráficos ainda não eram guardados em docs/charts/charts.json.`,
  );
  return JSON.parse(text) as ChartFacts[]; // written by charts-pages.ts
};
