import { memo } from 'react';
import type { Funnel } from '#contract/ops/funnel.ts';
import type { Laid, LaidArrow, LaidBox } from '#machines/book/laid.ts';
import { ANYWHERE } from '../drawing/elk-graph.ts';
import {
  LABEL_SIZE,
  LINE_HEIGHT,
  SMALL_SIZE,
  TITLE_HEIGHT,
  TITLE_SIZE,
  boxOf,
  fitting,
  textWidth,
} from '../drawing/box.ts';
import { countedLines } from '../funnel/funnel-words.ts';
import type { ChartFacts, StateFacts } from '../facts.ts';
import { untakenIn } from '../paths/untaken.ts';
import { lineWords } from '../words/event-words.ts';
import styles from './drawing.module.css';

interface Props {
  chart: ChartFacts;
  laid: Laid;
  selected: string;
  onSelect: (path: string) => void;
  /** states in which a running chart is, and those in which it was */
  active: ReadonlySet<string>;
  passed: ReadonlySet<string>;
  /** transitions that paths take, by their goals; null while that is not shown */
  taken: ReadonlySet<string> | null;
  /** whether there is room for what was counted, and that, once it is here */
  isCounted: boolean;
  funnel: Funnel | null;
}

function Begin({ x, y, width, height }: LaidBox) {
  return <circle className={styles.begin} cx={x + width / 2} cy={y + height / 2} r={width / 2} />;
}
function Anywhere({ x, y, width, height }: LaidBox) {
  return (
    <g>
      <rect className={styles.anywhere} x={x} y={y} width={width} height={height} rx={height / 2} />
      <text
        className={styles.small}
        fontSize={SMALL_SIZE}
        x={x + width / 2}
        y={y + height / 2 + 4}
        textAnchor="middle"
      >
        {ANYWHERE}
      </text>
    </g>
  );
}

function State({
  box: { x, y, width, height, kind },
  state,
  isClosed,
  isSelected,
  life,
  isCounted,
  counted,
  onSelect,
}: {
  box: LaidBox;
  state: StateFacts;
  /** holds states that are not drawn */
  isClosed: boolean;
  isSelected: boolean;
  life: 'active' | 'passed' | undefined;
  isCounted: boolean;
  /** what was counted of it, in words; null where that is not here */
  counted: readonly string[] | null;
  onSelect: (path: string) => void;
}) {
  const { title, lines, marks, room, ...own } = boxOf(state, kind === 'holder' ? 1 : undefined, isCounted);
  // What holds others is larger than its own words, which stand at its beginning and its marks at its end.
  const end = kind === 'holder' ? y + height : y + height - room;
  const begin = y + own.height - room;
  const classes = [
    kind === 'holder' ? styles.holder : styles.state,
    state.kind === 'parallel' && styles.parallel,
    state.kind === 'final' && styles.final,
    isClosed && styles.closed,
  ];
  return (
    <g
      className={styles.pressed}
      data-state={state.path}
      data-selected={isSelected || undefined}
      data-life={life}
      onClick={() => onSelect(state.path)}
    >
      <rect className={classes.filter(Boolean).join(' ')} x={x} y={y} width={width} height={height} rx={14} />
      <text className={styles.title} fontSize={TITLE_SIZE} x={x + 14} y={y + 10 + 15}>
        {title}
        {isClosed ? ' ⋯' : ''}
      </text>
      {lines.map((line, at) => (
        <text
          key={line}
          className={styles.small}
          fontSize={SMALL_SIZE}
          x={x + 14}
          y={y + 10 + TITLE_HEIGHT + (at + 1) * LINE_HEIGHT - 4}
        >
          {line}
        </text>
      ))}
      {marks.length > 0 && (
        <text className={styles.marks} fontSize={LABEL_SIZE} x={x + 14} y={end - 11}>
          {marks.join('   ')}
        </text>
      )}
      {counted?.map((line, at) => (
        <text
          key={line}
          className={styles.counted}
          fontSize={SMALL_SIZE}
          x={x + 14}
          y={begin + (at + 1) * LINE_HEIGHT - 6}
        >
          {fitting(line, textWidth(width))}
        </text>
      ))}
    </g>
  );
}

const pathOf = ({ points }: LaidArrow) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

/** A state's path, whichever mark of it an arrow touches. */
const stateOf = (end: string) => end.replace(/::\w+$/, '');

/** A chart as it is laid out. */
export const Drawing = memo(function Drawing({
  chart,
  laid,
  selected,
  onSelect,
  active,
  passed,
  taken,
  isCounted,
  funnel,
}: Props) {
  const untaken = new Set(taken && untakenIn(laid, taken));
  const states = new Map(chart.states.map((state) => [state.path, state]));
  const drawn = new Set(laid.boxes.map(({ id }) => id));
  const holds = (path: string) =>
    chart.states.some((one) => one.path.startsWith(`${path}.`) && !drawn.has(one.path));
  const isAt = ({ from, to }: LaidArrow) =>
    selected !== '' && (stateOf(from) === selected || stateOf(to) === selected);
  return (
    <>
      <defs>
        {(['plain', 'refusal', 'chosen'] as const).map((tone) => (
          <marker
            key={tone}
            id={`tip-${tone}`}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0L10 5L0 10z" className={styles[`tip-${tone}`]} />
          </marker>
        ))}
      </defs>
      {laid.boxes.map((box) => {
        if (box.kind === 'begin') return <Begin key={box.id} {...box} />;
        if (box.kind === 'anywhere') return <Anywhere key={box.id} {...box} />;
        const state = states.get(box.id);
        return (
          state && (
            <State
              key={box.id}
              box={box}
              state={state}
              isClosed={holds(box.id)}
              isSelected={box.id === selected}
              life={active.has(box.id) ? 'active' : passed.has(box.id) ? 'passed' : undefined}
              isCounted={isCounted}
              counted={funnel && countedLines(funnel.states.find((one) => one.state === box.id) ?? null)}
              onSelect={onSelect}
            />
          )
        );
      })}
      {laid.arrows.map((arrow) => {
        const tone = isAt(arrow) ? 'chosen' : arrow.tone;
        return (
          <path
            key={`${arrow.from} ${arrow.to}`}
            className={styles[tone]}
            data-untaken={untaken.has(arrow) || undefined}
            d={pathOf(arrow)}
            markerEnd={`url(#tip-${tone})`}
          />
        );
      })}
      {laid.arrows.map((arrow) => {
        const { label, lines, from, to } = arrow;
        return (
          label && (
            <g
              key={`${from} ${to}`}
              data-tone={isAt(arrow) ? 'chosen' : arrow.tone}
              data-untaken={untaken.has(arrow) || undefined}
              className={styles.words}
            >
              <rect x={label.x} y={label.y} width={label.width} height={label.height} rx={6} />
              {lines.map((line, at) => (
                <text
                  key={line}
                  fontSize={LABEL_SIZE}
                  x={label.x + 5}
                  y={label.y + 14 + at * (LINE_HEIGHT - 2)}
                >
                  <title>{lineWords(line)}</title>
                  {line}
                </text>
              ))}
            </g>
          )
        );
      })}
    </>
  );
});
