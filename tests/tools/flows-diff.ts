/**
 * `npm run flows:diff -- <revision> [chart]` says in Portuguese what changed in the charts since a revision.
 * That revision's docs/charts/charts.json is compared with the charts as they are now.
 */
import { execFileSync } from 'node:child_process';
import { chartsChanges } from './charts-diff.ts';
import { type ChartFacts, factsOf } from '#flows/facts.ts';
import { allCharts } from './charts.ts';
import { root } from './source.ts';

const [revision, only] = process.argv.slice(2);
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
function attempt(work: () => string, sentence: string): string {
  try {
    return work();
  } catch {
    return stop(sentence);
  }
}

if (!revision)
  stop(
    'Diga desde quando: npm run flows:diff -- <revisão> [chart]. Por exemplo: HEAD~10, ou main@{yesterday}.',
  );
const commit = attempt(
  () => git('rev-parse', '--verify', `${revision}^{commit}`).trim(),
  `Não há nenhuma revisão "${revision}".`,
);
const text = attempt(
  () => git('show', `${commit}:docs/charts/charts.json`),
  `Em "${revision}" os charts ainda não eram guardados em docs/charts/charts.json.`,
);
const isWanted = ({ id }: ChartFacts) => only === undefined || id === only;
const before = (JSON.parse(text) as ChartFacts[]).filter(isWanted); // written by charts-pages.ts
const after = (await allCharts()).map(factsOf).filter(isWanted);
if (before.length + after.length === 0) stop(`Não há nenhum chart "${only}".`);
console.log([`Desde ${revision} (${commit.slice(0, 8)}):`, '', ...chartsChanges(before, after)].join('\n'));
