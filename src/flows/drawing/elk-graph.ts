import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import { type ChartFacts, type StateFacts, above, holds, keyOf } from '#flows/facts.ts';
import { type Arrow, arrowsOf, isFromAnywhere } from './arrows.ts';
import { LINE_HEIGHT, boxOf, widthOf } from './box.ts';

/** A chart as the layout library takes it; what it gives back has places besides. */

/** Of the words of an arrow, px of a letter. */
const LABEL_FACE = 6.6;
export const ROOT = '(chart)';
/** Where a compound state begins, and where an arrow begins that is taken from anywhere inside one. */
export const beginOf = (path: string): string => `${path}::begin`;
export const anywhereIn = (path: string): string => `${path}::anywhere`;
const looseIn = (path: string) => `${path}::loose`;
/** What something in a drawing is, by its name. */
export const kindOf = (id: string): 'state' | 'begin' | 'anywhere' =>
  id.endsWith('::begin') ? 'begin' : id.endsWith('::anywhere') ? 'anywhere' : 'state';
/** Rows of states are no thing of their own. */
export const isRows = (id: string): boolean => id.endsWith('::loose');
export const ANYWHERE = 'de qualquer estado daqui';

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '48',
  'elk.spacing.nodeNode': '40',
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '6',
  'elk.layered.spacing.edgeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.edgeLabels.placement': 'CENTER',
  'elk.aspectRatio': '1.4',
  'elk.padding': '[top=24,left=24,bottom=24,right=24]',
};

/** A path with those of the states that hold it. */
const withHolders = (path: string): string[] =>
  path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'));

const endOf = (arrow: Arrow) => (isFromAnywhere(arrow) ? anywhereIn(arrow.from) : arrow.from);
const edgeOf = (arrow: Arrow, index: number): ElkExtendedEdge => ({
  id: `e${index}`,
  sources: [endOf(arrow)],
  targets: [arrow.to],
  labels: [
    {
      text: arrow.lines.join('\n'),
      width: Math.max(...arrow.lines.map((line) => widthOf(line, LABEL_FACE))) + 10,
      height: arrow.lines.length * (LINE_HEIGHT - 2) + 6,
    },
  ],
});

const mark = (id: string, width: number, height: number): ElkNode => ({ id, width, height });

/** As many states as are all drawn at once; in a larger chart a state that holds others is closed until asked for. */
const ALL_AT_ONCE = 36;
/** The states of a chart that are drawn open. @param selected is drawn, whatever holds it */
export function openedOf({ states }: ChartFacts, selected: string): (path: string) => boolean {
  const isSmall = states.length <= ALL_AT_ONCE;
  return (path) => path === '' || isSmall || holds(path, selected);
}

/** A chart on its way to a drawing. */
interface Sheet {
  chart: ChartFacts;
  isOpen: (path: string) => boolean;
  anywhere: ReadonlySet<string>;
  /** States that an arrow touches, or something inside them. */
  joined: ReadonlySet<string>;
  /** Each state has room for what was counted of it. */
  isCounted: boolean;
}

const innerOf = ({ chart }: Sheet, at: string): StateFacts[] =>
  chart.states.filter(({ path }) => path !== '' && above(path) === at);

/** States that no arrow touches stand in rows of their own, or each would widen the first row. */
function inRows(nodes: ElkNode[], id: string): ElkNode[] {
  return nodes.length === 0
    ? []
    : [
        {
          id,
          children: nodes,
          layoutOptions: {
            'elk.algorithm': 'rectpacking',
            'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
            'elk.aspectRatio': '2.6',
            'elk.spacing.nodeNode': '16',
            'elk.padding': '[top=0,left=0,bottom=0,right=0]',
          },
        },
      ];
}

function nodeOf(sheet: Sheet, state: StateFacts): ElkNode {
  const { path } = state;
  const inner = sheet.isOpen(path) ? innerOf(sheet, path) : [];
  if (inner.length === 0) {
    const { width, height } = boxOf(state, undefined, sheet.isCounted);
    return { id: path, width, height };
  }
  const { width, height } = boxOf(state, 1, sheet.isCounted);
  const begin = state.initial ? [mark(beginOf(path), 16, 16)] : [];
  const from = sheet.anywhere.has(path) ? [mark(anywhereIn(path), widthOf(ANYWHERE) + 24, 26)] : [];
  const isJoined = (one: StateFacts) => sheet.joined.has(one.path) || keyOf(one.path) === state.initial;
  const [joined, loose] = [inner.filter(isJoined), inner.filter((one) => !isJoined(one))];
  const draw = (one: StateFacts) => nodeOf(sheet, one);
  return {
    id: path === '' ? ROOT : path,
    children: [...begin, ...from, ...joined.map(draw), ...inRows(loose.map(draw), looseIn(path))],
    layoutOptions:
      path === ''
        ? options
        : {
            'elk.padding': `[top=${height + 8},left=20,bottom=20,right=20]`,
            'elk.nodeSize.constraints': 'MINIMUM_SIZE',
            'elk.nodeSize.minimum': `(${width},${height})`,
          },
  };
}

export interface Drawing {
  graph: ElkNode;
  arrows: Arrow[];
  folded: number;
}

/**
 * @param selected the state in sight, '' for none: it is drawn, whatever holds it
 * @param isWhole also the arrows of that state that lead from everywhere to everywhere
 * @param isCounted each state has room for what was counted of it
 */
export function drawingOf(chart: ChartFacts, selected: string, isWhole: boolean, isCounted = false): Drawing {
  const isOpen = openedOf(chart, selected);
  const shownAt = (path: string): string => {
    const parts = path.split('.');
    const closed = parts.map((_, at) => parts.slice(0, at + 1).join('.')).find((one) => !isOpen(one));
    return closed ?? path;
  };
  const { shown, folded } = arrowsOf(chart, shownAt, isWhole && selected !== '' ? selected : null);
  const [top] = chart.states;
  if (!top) throw new Error(`chart ${chart.id} has no state`);
  const sheet = {
    chart,
    isOpen,
    isCounted,
    anywhere: new Set(shown.filter(isFromAnywhere).map(({ from }) => from)),
    joined: new Set(
      shown.flatMap((arrow) => [
        ...(isFromAnywhere(arrow) ? [] : withHolders(arrow.from)),
        ...withHolders(arrow.to),
      ]),
    ),
  };
  const begins = chart.states.flatMap(({ path, initial }, index) =>
    initial && shownAt(path) === path && isOpen(path)
      ? [
          {
            id: `b${index}`,
            sources: [beginOf(path)],
            targets: [path === '' ? initial : `${path}.${initial}`],
          },
        ]
      : [],
  );
  return {
    graph: { ...nodeOf(sheet, top), edges: [...shown.map(edgeOf), ...begins] },
    arrows: shown,
    folded,
  };
}
