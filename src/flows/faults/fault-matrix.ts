/** What may come of a call other than its answer, in the words of the book. Source: REL-17, RFC 9110. */
export const faultWords = [
  ['unanswered', 'sem resposta'],
  ['401', 'a sessão acabou (401)'],
  ['409', 'mudou em outro lugar (409)'],
  ['422', 'não é possível assim (422)'],
  ['429', 'pedidos demais (429)'],
  ['500', 'erro do servidor (500)'],
  ['mistake', 'erro na página'],
] as const;
export type FaultName = (typeof faultWords)[number][0];
export const faultNames: readonly FaultName[] = faultWords.map(([name]) => name);

/** Where some failures of a call lead. */
export interface FaultLanding {
  faults: readonly FaultName[];
  /** the innermost states that the chart comes to, by their paths */
  to: readonly string[];
  /** the shortest ways back to the call, each by its events; null where there is none */
  back: readonly (readonly string[])[] | null;
}
/** A call of a chart, in a state that makes it. */
export interface FaultRow {
  state: string;
  call: string;
  landings: readonly FaultLanding[];
  /** how the chart goes on where nothing leads back */
  without?: string;
}
export type FaultMatrix = Readonly<Record<string, readonly FaultRow[]>>;
