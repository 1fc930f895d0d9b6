/** Circles of imports: by value, by type and by `import()` alike. The lint sees the first two only. */
import { type SourceFile, parse } from './source.ts';

/**
 * Files that import each other in a ring, each ring once and sorted (Tarjan's strongly connected components).
 */
export function circlesOf(files: readonly SourceFile[]): string[][] {
  const paths = new Set(files.map(({ path }) => path));
  const edges = new Map(
    files.map((file) => [
      file.path,
      parse(file).imports.flatMap(({ isOwn, target }) =>
        isOwn && target !== file.path && paths.has(target) ? [target] : [],
      ),
    ]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const begun = order.size;
    order.set(path, begun);
    lowest.set(path, begun);
    open.push(path);
    for (const next of edges.get(path) ?? []) {
      const reached = order.has(next)
        ? open.includes(next)
          ? (order.get(next) ?? begun)
          : begun
        : visit(next);
      lowest.set(path, Math.min(lowest.get(path) ?? begun, reached));
    }
    if (lowest.get(path) === begun) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest.get(path) ?? begun;
  };
  for (const { path } of files) if (!order.has(path)) visit(path);
  return circles;
}
