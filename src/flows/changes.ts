import type { ChartFacts, StateFacts, TransitionFacts } from './facts.ts';

/** What changed between two revisions of the charts, in Portuguese, for whoever speaks of the product. */

export type ChangeKind = 'added' | 'removed' | 'changed';
/** One change. @param at the state that it is about, where it is about one that is there now; '' for the chart */
export interface Change {
  kind: ChangeKind;
  at?: string;
  text: string;
}
/** A chart that is new, is gone, or has changes. */
export interface ChartChange {
  chart: string;
  kind: ChangeKind;
  /** of a new one: what it is */
  about?: string;
  changes: readonly Change[];
}
const said =
  (kind: ChangeKind) =>
  (text: string): Change => ({ kind, text });
const [added, removed, changed] = [said('added'), said('removed'), said('changed')];

const code = (text: string) => `\`${text}\``;
const listed = (names: readonly string[]) => names.map(code).join(', ');
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const nameOf = (at: string) => (at === '' ? 'o gráfico inteiro' : code(at));
const lost = (before: readonly string[] = [], after: readonly string[] = []) =>
  before.filter((one) => !after.includes(one));

const whenOf = ({ on, if: guard }: TransitionFacts) => {
  const begin = on === 'sempre que' ? 'por si' : on.includes(' ') ? on : `com ${code(on)}`;
  return guard ? `${begin}, se ${code(guard)}` : begin;
};
const whereOf = ({ to }: TransitionFacts) => (to ? `vai para ${listed(to)}` : 'fica onde está');
const actsOf = ({ does }: TransitionFacts) => (does ? `, e faz ${listed(does)}` : '');
const wordsOf = (one: TransitionFacts) => `${whenOf(one)}, ${whereOf(one)}${actsOf(one)}`;

const textOf = (before = '', after = '') =>
  after === '' ? `não diz mais "${before}"` : `diz agora "${after}"${before && `; antes "${before}"`}`;

/** One transition that became another of the same event. */
function changeOf(before: TransitionFacts, after: TransitionFacts): string[] {
  const plain = { ...after };
  delete plain.if;
  const guards =
    before.if === after.if
      ? []
      : before.if === undefined
        ? [`${whenOf(plain)}: agora só se ${code(after.if ?? '')}`]
        : after.if === undefined
          ? [`${whenOf(plain)}: não pergunta mais ${code(before.if)}`]
          : [`${whenOf(plain)}: pergunta ${code(after.if)} em vez de ${code(before.if)}`];
  const targets = same(before.to, after.to)
    ? []
    : [
        `${whenOf(after)}: agora ${whereOf(after)}; antes ${whereOf(before).replace('vai', 'ia').replace('fica', 'ficava')}`,
      ];
  const [gone, come] = [lost(before.does, after.does), lost(after.does, before.does)];
  const acts = [
    ...(come.length > 0 ? [`${whenOf(after)}: passou a fazer ${listed(come)}`] : []),
    ...(gone.length > 0 ? [`${whenOf(after)}: não faz mais ${listed(gone)}`] : []),
    ...(same(before.does, after.does) || gone.length + come.length > 0
      ? []
      : [`${whenOf(after)}: faz o mesmo em outra ordem`]),
  ];
  const reasons =
    before.refuses === after.refuses
      ? []
      : [
          `${whenOf(after)}: ${after.refuses ? `recusa agora por ${code(after.refuses)}` : 'não recusa mais'}`,
        ];
  const texts =
    before.description === after.description
      ? []
      : [`${whenOf(after)}: ${textOf(before.description, after.description)}`];
  return [...guards, ...targets, ...acts, ...reasons, ...texts];
}

/** Takes out of both lists what they have in common by some measure, as pairs. */
function pairs(
  before: TransitionFacts[],
  after: TransitionFacts[],
  isSame: (a: TransitionFacts, b: TransitionFacts) => boolean,
): [TransitionFacts, TransitionFacts][] {
  return [...before].flatMap((old) => {
    const at = after.findIndex((now) => isSame(old, now));
    const now = after[at];
    if (!now) return [];
    before.splice(before.indexOf(old), 1);
    after.splice(at, 1);
    return [[old, now] as [TransitionFacts, TransitionFacts]];
  });
}

function transitionChanges(before: TransitionFacts[], after: TransitionFacts[]): Change[] {
  const events = [...new Set([...before, ...after].map(({ on }) => on))];
  return events.flatMap((event) => {
    const olds = before.filter(({ on }) => on === event);
    const news = after.filter(({ on }) => on === event);
    const kept = pairs(olds, news, same);
    const isReordered =
      olds.length + news.length === 0 &&
      !same(
        before.filter(({ on }) => on === event),
        after.filter(({ on }) => on === event),
      );
    const others = [
      ...pairs(olds, news, (a, b) => a.if === b.if && same(a.to, b.to)),
      ...pairs(olds, news, (a, b) => same(a.to, b.to)),
      ...pairs(olds, news, (a, b) => a.if === b.if),
    ].flatMap(([old, now]) => changeOf(old, now));
    return [
      ...others.map(changed),
      ...news.map((one) => added(`passagem nova: ${wordsOf(one)}`)),
      ...olds.map((one) => removed(`não há mais a passagem: ${wordsOf(one)}`)),
      ...(isReordered && kept.length > 1
        ? [changed(`${whenOf({ on: event })}: as condições são perguntadas em outra ordem`)]
        : []),
    ];
  });
}

const kinds: Record<StateFacts['kind'], string> = {
  atomic: 'um estado simples',
  compound: 'um estado com outros dentro',
  parallel: 'vários estados ao mesmo tempo',
  final: 'um fim',
  history: 'uma volta ao estado de antes',
};
function stateChanges(before: StateFacts, after: StateFacts): Change[] {
  const at = nameOf(after.path);
  const changes = [
    ...(before.kind === after.kind
      ? []
      : [changed(`agora é ${kinds[after.kind]}; antes era ${kinds[before.kind]}`)]),
    ...(before.initial === after.initial || !before.initial || !after.initial
      ? []
      : [changed(`começa agora em ${code(after.initial ?? '')}; antes em ${code(before.initial ?? '')}`)]),
    ...lost(after.tags, before.tags).map((tag) => added(`ganhou a marca ${code(tag)}`)),
    ...lost(before.tags, after.tags).map((tag) => removed(`perdeu a marca ${code(tag)}`)),
    ...lost(after.calls, before.calls).map((call) => added(`chama agora ${code(call)}`)),
    ...lost(before.calls, after.calls).map((call) => removed(`não chama mais ${code(call)}`)),
    ...transitionChanges(before.transitions, after.transitions),
    ...(before.description === after.description
      ? []
      : [changed(textOf(before.description, after.description))]),
  ];
  return changes.map(({ kind, text }) => ({ kind, at: after.path, text: `${at}: ${text}` }));
}

const guardsOf = ({ states }: ChartFacts) => [
  ...new Set(states.flatMap(({ transitions }) => transitions.flatMap((one) => one.if ?? []))),
];

const actsIn = ({ states }: ChartFacts) =>
  new Set(states.flatMap(({ transitions }) => transitions.flatMap(({ does = [] }) => does)));
/**
 * Acts that went from a chart while others came in their places, each always for the same one: said once
 * instead of at every transition.
 */
function replacedActs(before: ChartFacts, after: ChartFacts): Map<string, { by: string; times: number }> {
  const [old, now] = [actsIn(before), actsIn(after)];
  const found = new Map<string, { by: string; times: number }>();
  const doubtful = new Set<string>();
  for (const { path, transitions } of after.states) {
    const known = before.states.find((state) => state.path === path)?.transitions ?? [];
    for (const [was, is] of pairs([...known], [...transitions], (a, b) =>
      same([a.on, a.if, a.to], [b.on, b.if, b.to]),
    )) {
      const gone = lost(was.does, is.does).filter((name) => !now.has(name));
      const come = lost(is.does, was.does).filter((name) => !old.has(name));
      for (const [at, name] of gone.entries()) {
        const { by = come[at], times = 0 } = found.get(name) ?? {};
        if (by === undefined || by !== come[at] || gone.length !== come.length) doubtful.add(name);
        else found.set(name, { by, times: times + 1 });
      }
    }
  }
  const others = [...found.values()].map(({ by }) => by);
  for (const [name, { by }] of found)
    if (doubtful.has(name) || others.indexOf(by) !== others.lastIndexOf(by)) found.delete(name);
  return found;
}
function withActs(chart: ChartFacts, replaced: ReturnType<typeof replacedActs>): ChartFacts {
  const renamed = (one: TransitionFacts): TransitionFacts =>
    one.does ? { ...one, does: one.does.map((name) => replaced.get(name)?.by ?? name) } : one;
  return {
    ...chart,
    states: chart.states.map((state) => ({ ...state, transitions: state.transitions.map(renamed) })),
  };
}

/** The changes of one chart; none when it is as it was. */
function chartChanges(known: ChartFacts, after: ChartFacts): Change[] {
  const replaced = replacedActs(known, after);
  const before = withActs(known, replaced);
  const olds = new Map(before.states.map((state) => [state.path, state]));
  const news = new Map(after.states.map((state) => [state.path, state]));
  const counted = ({ transitions }: StateFacts) =>
    transitions.length === 1 ? '1 passagem' : `${transitions.length} passagens`;
  return [
    ...after.states
      .filter(({ path }) => !olds.has(path))
      .map((state) => ({
        ...added(`estado novo ${code(state.path)}, com ${counted(state)}: ${state.description}`),
        at: state.path,
      })),
    ...before.states
      .filter(({ path }) => !news.has(path))
      .map((state) => removed(`não há mais o estado ${code(state.path)}: ${state.description}`)),
    ...lost(guardsOf(after), guardsOf(before)).map((guard) => added(`condição nova ${code(guard)}`)),
    ...lost(guardsOf(before), guardsOf(after)).map((guard) =>
      removed(`não há mais a condição ${code(guard)}`),
    ),
    ...[...replaced].map(([name, { by, times }]) =>
      changed(
        `faz ${code(by)} no lugar de ${code(name)}, em ${times === 1 ? '1 passagem' : `${times} passagens`}`,
      ),
    ),
    ...after.states.flatMap((state) => {
      const old = olds.get(state.path);
      return old ? stateChanges(old, state) : [];
    }),
  ];
}

/** What changed, by chart; what is new and what is gone has no changes of its own. */
export function changesBetween(before: readonly ChartFacts[], after: readonly ChartFacts[]): ChartChange[] {
  const olds = new Map(before.map((chart) => [chart.id, chart]));
  const ids = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((chart): ChartChange[] => {
      const old = olds.get(chart.id);
      const about = `gráfico novo, com ${chart.states.length - 1} estados. ${chart.states[0]?.description ?? ''}`;
      if (!old) return [{ chart: chart.id, kind: 'added', about, changes: [] }];
      const changes = chartChanges(old, chart);
      return changes.length > 0 ? [{ chart: chart.id, kind: 'changed', changes }] : [];
    }),
    ...before
      .filter(({ id }) => !ids.has(id))
      .map(
        ({ id }): ChartChange => ({
          chart: id,
          kind: 'removed',
          about: 'este gráfico não existe mais.',
          changes: [],
        }),
      ),
  ];
}

/** The same as lines of text; one line that says so when nothing changed. */
export function changesInWords(before: readonly ChartFacts[], after: readonly ChartFacts[]): string[] {
  const all = changesBetween(before, after);
  return all.length === 0
    ? ['Nada mudou nos gráficos.']
    : all.flatMap(({ chart, about, changes }) =>
        about === undefined ? [chart, ...changes.map(({ text }) => `  ${text}`)] : [`${chart}: ${about}`],
      );
}
