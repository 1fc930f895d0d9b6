import { pathsThrough } from '/work/main/tests/support/walk.ts';
const name = process.argv[2];
const { machine, model } = await import(`/work/main/tests/machines/${name}.model.ts`);
const t = performance.now();
const paths = pathsThrough(machine, { ...model, limit: 100000 });
const starts = new Map<string, number>();
for (const p of paths) { const k = p.steps.length > 1 ? p.steps.at(-2).to : p.start; starts.set(k, (starts.get(k) ?? 0) + 1); }
console.log(paths.length, 'paths', starts.size, 'states', paths.reduce((n, p) => n + p.steps.length, 0), 'sends', performance.now() - t, 'ms');
