import { type ChartFacts, type StateFacts, holds } from './facts.ts';

/** Who may look at the store, as the gates of the app tell people apart. */
export const persons = ['visitor', 'client', 'outsider', 'campaignless'] as const;
export type Person = (typeof persons)[number];
export const personWords: Readonly<Record<Person, string>> = {
  visitor: 'Visitante',
  client: 'Cliente',
  outsider: 'Empresa: de fora',
  campaignless: 'Empresa: sem campanha',
};
/** The guards of gates that turn each away. */
const turnedAway: Readonly<Record<Person, readonly string[]>> = {
  visitor: ['isVisitor', 'isShopVisitor', 'isOrderless', 'isOrderHidden', 'isStranger', 'isPublicStore'],
  client: ['isClient', 'hasAccount', 'isPublicStore'],
  outsider: ['isOutside'],
  campaignless: ['isCampaignless', 'hasAccount'],
};

/** Where a visitor says who they are, to buy without an account: its gate looks at what was asked for. */
const SAYS_WHO = 'checkout.lead';

const gatesIn = (charts: readonly ChartFacts[], chart: string, path: string): StateFacts['transitions'] =>
  (charts.find(({ id }) => id === chart)?.states ?? [])
    .filter((state) => state.path !== '' && (holds(state.path, path) || holds(path, state.path)))
    .flatMap(({ transitions }) => transitions.filter(({ on }) => on === 'sempre que'));

/**
 * Why somebody is not let to a screen, read off the gates of its state and, of a flow's screen, of the app's state that
 * holds the flow.
 * @returns null where they may stand; else the code of the refusal, '' where the app decides which
 */
export function refusalAt(
  charts: readonly ChartFacts[],
  chart: string,
  path: string,
  person: Person,
): string | null {
  if (person === 'visitor' && `${chart}.${path}` === SAYS_WHO) return null;
  const gates = [...gatesIn(charts, chart, path), ...(chart === 'app' ? [] : gatesIn(charts, 'app', chart))];
  const gate = gates.find(
    ({ if: guard = '', does = [] }) =>
      turnedAway[person].includes(guard) && does.some((act) => act.startsWith('refuse')),
  );
  return gate ? (gate.refuses ?? '') : null;
}
