import type { RunStep } from '#machines/book/run.ts';
import { refusalText } from '../refusals.ts';
import { callWords, eventName, eventWords } from '../words/event-words.ts';
import type { Stop } from './play.ts';
import type { Verdict } from './verdict.ts';

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;
/** A time in its two largest units: 1 min 30 s. */
export function timeWords(ms: number): string {
  let rest = Math.round(ms);
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  if (rest > 0) parts.push(`${rest} ms`);
  return parts.slice(0, 2).join(' ') || '0 s';
}

const faults: Readonly<Record<string, string>> = { NETWORK: 'sem resposta da rede', BUG: 'por falha nossa' };
export function stepWords(step: RunStep): string {
  if (step.do === 'send') return eventWords(step.event.type);
  if (step.do === 'answer') return `${callWords(step.call)} deu certo`;
  if (step.do === 'wait') return `o relógio andou ${timeWords(step.ms)}`;
  return `${callWords(step.call)} falhou, ${faults[step.fault] ?? `recusado: ${step.fault}`}`;
}

/** A step as the drawing names it; empty for the clock. */
export function stepName(step: RunStep): string {
  if (step.do === 'send') return eventName(step.event.type);
  return step.do === 'wait' ? '' : `${step.call} ${step.do === 'answer' ? 'respondeu' : 'falhou'}`;
}

const refused = (codes: readonly string[]) => codes.map((code) => `Recusa: ${refusalText(code)}`);
const unmet = (guards: readonly string[]) =>
  guards.length > 0 ? `Não vale agora: ${guards.join(', ')}.` : 'Nada o ouve neste estado.';

/** What an event would do besides leading on; nothing where it simply does. */
export function outlookWords({ refuses, unless }: Omit<Verdict, 'kind'>): string | null {
  const words = [...refused(refuses), ...(unless.length > 0 ? [unmet(unless)] : [])];
  return words.join(' ') || null;
}

/** What a step did. @param to the innermost states after it */
export function verdictWords({ kind, refuses, unless }: Verdict, to: readonly string[]): string {
  const where = to.join(', ');
  const did = {
    moved: `foi para ${where}`,
    taken: `ficou em ${where}`,
    over: 'o gráfico terminou',
    ignored: `nada mudou. ${unmet(unless)}`,
  }[kind];
  return [did, ...refused(refuses)].join('. ');
}

/** Why a run goes no further. */
export function stopWords(stop: Stop): string {
  const which = `O passo ${stop.at + 1}`;
  if (stop.why === 'unknown') return `${which}, ${eventWords(stop.name)}, não existe neste gráfico.`;
  if (stop.why === 'idle') return `${which} responde a ${stop.name}, que não espera resposta neste momento.`;
  if (stop.why === 'over') return `${which} vem depois do fim do gráfico.`;
  return stop.at < 0
    ? `O gráfico não começa com esta entrada: ${stop.message}.`
    : `${which} fez o gráfico falhar: ${stop.message}. Em geral faltou um dado.`;
}
