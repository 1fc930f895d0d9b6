import type { ChartFacts, StateFacts, TransitionFacts } from '#flows/facts.ts';

/** What changed between two revisions of the charts, in Portuguese, for whoever speaks of the product. */

const code = (text: string) => `\`${text}\``;
const listed = (names: readonly string[]) => names.map(code).join(', ');
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const nameOf = (at: string) => (at === '' ? 'o chart inteiro' : code(at));
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

function transitionChanges(before: TransitionFacts[], after: TransitionFacts[]): string[] {
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
    const changed = [
      ...pairs(olds, news, (a, b) => a.if === b.if && same(a.to, b.to)),
      ...pairs(olds, news, (a, b) => same(a.to, b.to)),
      ...pairs(olds, news, (a, b) => a.if === b.if),
    ].flatMap(([old, now]) => changeOf(old, now));
    return [
      ...changed,
      ...news.map((one) => `passagem nova: ${wordsOf(one)}`),
      ...olds.map((one) => `não há mais a passagem: ${wordsOf(one)}`),
      ...(isReordered && kept.length > 1
        ? [`${whenOf({ on: event })}: as condições são perguntadas em outra ordem`]
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
function stateChanges(before: StateFacts, after: StateFacts): string[] {
  const at = nameOf(after.path);
  const changes = [
    ...(before.kind === after.kind ? [] : [`agora é ${kinds[after.kind]}; antes era ${kinds[before.kind]}`]),
    ...(before.initial === after.initial || !before.initial || !after.initial
      ? []
      : [`começa agora em ${code(after.initial ?? '')}; antes em ${code(before.initial ?? '')}`]),
    ...lost(after.tags, before.tags).map((tag) => `ganhou a marca ${code(tag)}`),
    ...lost(before.tags, after.tags).map((tag) => `perdeu a marca ${code(tag)}`),
    ...lost(after.calls, before.calls).map((call) => `chama agora ${code(call)}`),
    ...lost(before.calls, after.calls).map((call) => `não chama mais ${code(call)}`),
    ...transitionChanges(before.transitions, after.transitions),
    ...(before.description === after.description ? [] : [textOf(before.description, after.description)]),
  ];
  return changes.map((change) => `${at}: ${change}`);
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

/** The changes of one chart, one per line; none when it is as it was. */
export function chartChanges(known: ChartFacts, after: ChartFacts): string[] {
  const replaced = replacedActs(known, after);
  const before = withActs(known, replaced);
  const olds = new Map(before.states.map((state) => [state.path, state]));
  const news = new Map(after.states.map((state) => [state.path, state]));
  const counted = ({ transitions }: StateFacts) =>
    transitions.length === 1 ? '1 passagem' : `${transitions.length} passagens`;
  return [
    ...after.states
      .filter(({ path }) => !olds.has(path))
      .map((state) => `estado novo ${code(state.path)}, com ${counted(state)}: ${state.description}`),
    ...before.states
      .filter(({ path }) => !news.has(path))
      .map((state) => `não há mais o estado ${code(state.path)}: ${state.description}`),
    ...lost(guardsOf(after), guardsOf(before)).map((guard) => `condição nova ${code(guard)}`),
    ...lost(guardsOf(before), guardsOf(after)).map((guard) => `não há mais a condição ${code(guard)}`),
    ...[...replaced].map(
      ([name, { by, times }]) =>
        `faz ${code(by)} no lugar de ${code(name)}, em ${times === 1 ? '1 passagem' : `${times} passagens`}`,
    ),
    ...after.states.flatMap((state) => {
      const old = olds.get(state.path);
      return old ? stateChanges(old, state) : [];
    }),
  ];
}

/** What changed, by chart. @returns lines of text; one line that says so when nothing did */
export function chartsChanges(before: ChartFacts[], after: ChartFacts[]): string[] {
  const olds = new Map(before.map((chart) => [chart.id, chart]));
  const ids = new Set(after.map(({ id }) => id));
  const blocks = [
    ...after.flatMap((chart) => {
      const old = olds.get(chart.id);
      const about = chart.states[0]?.description ?? '';
      if (!old) return [`${chart.id}: chart novo, com ${chart.states.length - 1} estados. ${about}`];
      const changes = chartChanges(old, chart);
      return changes.length > 0 ? [chart.id, ...changes.map((change) => `  ${change}`)] : [];
    }),
    ...before.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id}: este chart não existe mais.`),
  ];
  return blocks.length > 0 ? blocks : ['Nada mudou nos charts.'];
}
