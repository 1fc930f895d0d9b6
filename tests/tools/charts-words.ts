import type { AnyStateNode } from 'xstate';
import { type Chart, statesOf } from '#flows/facts.ts';

/** What is wrong with the sentences that describe the states of charts. */

const portuguese = new Set(
  'a o as os à às ao um uma de do da dos das em no na que se é está não para por com sem quem mais até já'.split(
    ' ',
  ),
);
const english = new Set(
  'the is are of and to with when for until waits wait this that from not be has loading state screen'.split(
    ' ',
  ),
);
const LONGEST = 110;

/** Why a text is no plain Portuguese sentence; null when it is one. */
export function faultOfSentence(text: string): string | null {
  if (text.trim() === '') return 'has no description';
  if (!/^\p{Lu}.*[^.]\.$/u.test(text) || /[.!?] \p{Lu}/u.test(text)) return 'is not one sentence';
  if (text.length > LONGEST) return `is longer than ${LONGEST} letters`;
  if (/[_{}`$#]|\p{Ll}\p{Lu}|\p{Ll}\.\p{Ll}/u.test(text)) return 'has names of the code in it';
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isEnglish = words.some((word) => english.has(word));
  return isEnglish || !words.some((word) => portuguese.has(word)) ? 'is not in Portuguese' : null;
}

/** A fragment that several states are made of may say the same in each: it is one text of one place. */
function repeated(nodes: AnyStateNode[]): string[] {
  const first = new Map<string, AnyStateNode>();
  return nodes.flatMap((node) => {
    const { description = '' } = node;
    const known = first.get(description);
    if (!known) first.set(description, node);
    return known && description && known.config !== node.config
      ? [`${node.id}: says the same as ${known.id}: "${description}"`]
      : [];
  });
}

/** Every fault of every state, the charts' own roots and described transitions included. */
export function faultsOfWords(charts: Pick<Chart, 'machine'>[]): string[] {
  const nodes = charts.flatMap(({ machine }) => statesOf(machine.root));
  const faults = nodes.flatMap((node) => {
    const fault = faultOfSentence(node.description ?? '');
    const onTheWay = [...node.transitions.values()].flat().flatMap(({ description, eventType }) => {
      const wrong = description === undefined ? null : faultOfSentence(description);
      return wrong ? [`${node.id}, ${eventType}: ${wrong}: "${description}"`] : [];
    });
    return [...(fault ? [`${node.id}: ${fault}: "${node.description ?? ''}"`] : []), ...onTheWay];
  });
  return [...faults, ...repeated(nodes)];
}
