import { describe, expect, it } from 'vitest';
import type { ChartFacts } from '#flows/facts.ts';
import type { ChartPath } from '#flows/paths/choose.ts';
import { goalsOf } from '#flows/paths/goal.ts';
import { aboutStep, broughtBy, chosenPaths, happensWords, missingWords } from '#flows/paths/path-words.ts';
import { untakenIn } from '#flows/paths/untaken.ts';

const chart: ChartFacts = {
  id: 'door',
  file: '',
  states: [
    { path: '', description: 'Uma porta.', kind: 'compound', initial: 'shut', transitions: [] },
    {
      path: 'shut',
      description: 'Fechada.',
      kind: 'atomic',
      transitions: [
        { on: 'pushed', if: 'isStrong', to: ['open.wide'], description: 'Quem empurra entra.' },
        { on: 'pushed', refuses: 'cart.empty' },
      ],
    },
    { path: 'open', description: 'Aberta.', kind: 'compound', initial: 'wide', transitions: [] },
    { path: 'open.wide', description: 'Bem aberta.', kind: 'atomic', transitions: [] },
  ],
};
const begin = { step: null, states: ['shut'], goals: [] };
const pushed = { do: 'send', event: { type: 'pushed' } } as const;
const path = (...steps: ChartPath['steps']): ChartPath => ({ run: { input: 0, steps: [] }, steps });
const opened = path(begin, { step: pushed, states: ['open.wide'], goals: ['shut#0'] });
const failed = path(begin, {
  step: { do: 'fail', call: 'look', fault: 'NETWORK' },
  states: ['shut'],
  goals: ['shut#0!'],
});

describe('the words of a path', () => {
  it('say what happens, the state that it brings, and why nothing does', () => {
    expect([...opened.steps, ...failed.steps].map(happensWords)).toEqual([
      'começa',
      'pushed',
      'começa',
      'look falhou, sem resposta da rede',
    ]);
    expect([
      broughtBy({ ...begin, states: ['a', 'b'] }, { ...begin, states: ['a'] }),
      broughtBy(begin, begin),
    ]).toEqual(['b', 'shut']);
    const about = (...goals: string[]) => aboutStep(chart, { step: pushed, states: [], goals });
    expect(about('shut#0')).toEqual(['Quem empurra entra.']);
    expect(about('shut#0!', 'shut#1')).toEqual([expect.stringMatching(/^Recusa: .+ Remédio: /)]);
    expect(about('shut#0!')).toEqual(['Nada muda: não vale isStrong.']);
    expect(aboutStep(chart, { ...begin, goals: ['shut#0!'] })).toEqual([]);
  });

  it('find paths by a state, also one that is left at once, and by what happens', () => {
    const chosen = (state: string, event: string) => chosenPaths([opened, failed], state, event);
    expect(chosen('', '')).toEqual([opened, failed]);
    expect(chosen('open', '')).toEqual([opened]);
    expect(chosen('shut', '')).toEqual([opened, failed]);
    expect(chosen('', ' Não há')).toEqual([]);
    expect(chosen('', 'SEM RESPOSTA')).toEqual([failed]);
    expect(chosen('open', 'falhou')).toEqual([]);
    const passed = path(begin, { step: pushed, states: ['open.wide'], goals: ['between#0'] });
    expect(chosenPaths([passed], 'between', '')).toEqual([passed]);
  });

  it('name what no path shows, with its reason', () => {
    const [taken, unmet] = goalsOf(chart);
    expect(taken && missingWords({ ...taken, why: 'unmet' })).toEqual({
      what: 'shut: pushed se isStrong → open.wide',
      why: 'a condição nunca valeu com os dados de exemplo',
    });
    expect(taken && missingWords({ ...taken, why: 'state' }).why).toBe('nenhum caminho chega a shut');
    expect(unmet && missingWords({ ...unmet, why: 'met' }).what).toBe('shut: pushed sem isStrong');
  });

  it('tell the arrows of a drawing that no path goes', () => {
    const arrow = { from: 'shut', to: 'open', points: [], lines: [], label: null, tone: 'plain' } as const;
    const [gone, vain, mark] = [
      { ...arrow, of: ['shut#0', 'shut#1'] },
      { ...arrow, of: ['shut#1'] },
      { ...arrow, of: [] },
    ];
    const laid = { width: 0, height: 0, boxes: [], arrows: [gone, vain, mark], folded: 0 };
    expect(untakenIn(laid, new Set(['shut#0']))).toEqual([vain]);
  });
});
