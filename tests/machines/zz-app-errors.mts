import { pathsThrough, replay, prepare } from '/work/main/tests/support/walk.ts';
import { coverageOf } from '/work/main/tests/support/coverage.ts';
import { machine, model, newsModel, oracle } from '/work/main/tests/machines/app.model.ts';
const valueOf = (key: string | undefined) => (key === undefined ? '' : JSON.stringify(JSON.parse(key)[0]));
for (const [name, m] of [['nav', model], ['news', newsModel]] as const) {
  const t = performance.now();
  const ways = pathsThrough(machine, m); const seen = new Map();
  console.log(name, ways.length, performance.now() - t);
  for (const way of ways) { const last = way.steps.at(-1), prev = way.steps.at(-2); const k = `${valueOf(prev?.to ?? way.start)} ${JSON.stringify(last?.event)} ${last?.to}`; if (!seen.has(k)) seen.set(k, way); }
  const cov = coverageOf(prepare(machine).machine); const errs = new Map();
  for (const way of seen.values()) { try { replay(machine, m as any, way, oracle, cov); } catch (e: any) { const k = e.message.slice(0, 150); if (!errs.has(k)) errs.set(k, [0, way.name + ' ' + JSON.stringify((way as any).input).slice(0, 300)]); errs.get(k)[0]++; } }
  console.log(name, seen.size, performance.now() - t, [...errs].map(([k, v]) => `${k}\n    ${v[0]} ${v[1].slice(-700)}`).join('\n'));
  console.log('missing', cov.missing().join('\n   '));
}
