import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Laid, LaidArrow, LaidBox } from '#machines/book/laid.ts';
import { type Drawing, ROOT, isRows, kindOf } from './elk-graph.ts';

function boxesIn(node: ElkNode): LaidBox[] {
  const inner = (node.children ?? []).flatMap(boxesIn);
  if (node.id === ROOT || isRows(node.id)) return inner;
  const { id, x = 0, y = 0, width = 0, height = 0 } = node;
  const kind = inner.length > 0 ? 'holder' : kindOf(id);
  return [{ id, kind, x, y, width, height }, ...inner];
}

function arrowFrom(edge: ElkExtendedEdge, { arrows }: Drawing): LaidArrow {
  const [section] = edge.sections ?? [];
  const [label] = edge.labels ?? [];
  const arrow = edge.id.startsWith('e') ? arrows[Number(edge.id.slice(1))] : undefined;
  return {
    from: edge.sources[0] ?? '',
    to: edge.targets[0] ?? '',
    points: section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : [],
    lines: arrow?.lines ?? [],
    label: label
      ? { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0 }
      : null,
    tone: arrow?.tone ?? 'plain',
    of: arrow?.of ?? [],
  };
}

/** What the layout library gives back, as the book draws it. */
export const laidOf = (drawing: Drawing, graph: ElkNode): Laid => ({
  width: graph.width ?? 0,
  height: graph.height ?? 0,
  boxes: boxesIn(graph),
  arrows: (graph.edges ?? []).map((edge) => arrowFrom(edge, drawing)),
  folded: drawing.folded,
});
