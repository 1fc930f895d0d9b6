/**
 * `npm run flows:diff -- <revision> [chart]` says in Portuguese what changed in the charts since a revision.
 * That revision's docs/charts/charts.json is compared with the charts as they are now.
 */
import { changesInWords } from '#flows/changes.ts';
import { type ChartFacts, factsOf } from '#flows/facts.ts';
import { allCharts } from './charts.ts';
import { chartsAt, commitOf } from './former-charts.ts';

const [revision, only] = process.argv.slice(2);
try {
  if (!revision)
    throw new Error(
      'Diga desde quando: npm run flows:diff -- <revisão> [gráfico]. Por exemplo: HEAD~10, ou main@{yesterday}.',
    );
  const isWanted = ({ id }: ChartFacts) => only === undefined || id === only;
  const before = chartsAt(revision).filter(isWanted);
  const after = (await allCharts()).map(factsOf).filter(isWanted);
  if (before.length + after.length === 0) throw new Error(`Não há nenhum gráfico "${only}".`);
  console.log(
    [`Desde ${revision} (${commitOf(revision).slice(0, 8)}):`, '', ...changesInWords(before, after)].join(
      '\n',
    ),
  );
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
