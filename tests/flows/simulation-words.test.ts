import { describe, expect, it } from 'vitest';
import { valueIn } from '#flows/recording.ts';
import {
  outlookWords,
  stepName,
  stepWords,
  stopWords,
  timeWords,
  verdictWords,
} from '#flows/simulation/words.ts';
import { eventWords } from '#flows/words/event-words.ts';

describe('the words of a simulation', () => {
  it.each([
    [0, '0 s'],
    [250, '250 ms'],
    [1_500, '1 s 500 ms'],
    [90_000, '1 min 30 s'],
    [3_600_000, '1 h'],
    [90_061_001, '1 d 1 h'],
  ])('say %i ms as %s', (ms, words) => {
    expect(timeWords(ms)).toBe(words);
  });

  it('name a step by what happens', () => {
    expect(eventWords('xstate.after.untilCheck.pix.waiting.resting')).toBe(
      'chegou a hora de verificar o Pix',
    );
    expect(eventWords('xstate.after.1000.pix')).toBe('depois de 1000');
    const event = (type: string) => stepWords({ do: 'send', event: { type } });
    expect([event('line.added'), event('xstate.snapshot.cart')]).toEqual([
      'põe um produto no carrinho',
      'o carrinho mudou',
    ]);
    expect(stepWords({ do: 'answer', call: 'load', output: 1 })).toBe('a leitura deu certo');
    expect(stepWords({ do: 'wait', ms: 60_000 })).toBe('o relógio andou 1 min');
    expect(
      [
        { do: 'answer' as const, call: 'load', output: 1 },
        { do: 'send' as const, event: { type: 'line.added' } },
        { do: 'wait' as const, ms: 1 },
      ].map(stepName),
    ).toEqual(['load respondeu', 'line.added', '']);
    const failed = (fault: string) => stepWords({ do: 'fail', call: 'load', fault });
    expect([failed('NETWORK'), failed('BUG'), failed('LOCK')]).toEqual([
      'a leitura falhou, sem resposta da rede',
      'a leitura falhou, por falha nossa',
      'a leitura falhou, recusado: LOCK',
    ]);
  });

  it('say what a step did, and of a refusal why and what helps', () => {
    const nothing = { refuses: [], unless: [] };
    expect(verdictWords({ kind: 'moved', ...nothing }, ['a', 'b.c'])).toBe('foi para a, b.c');
    expect(verdictWords({ kind: 'taken', refuses: ['cart.empty'], unless: [] }, ['a'])).toMatch(
      /^ficou em a\. Recusa: .+ Remédio: ver as campanhas\.$/,
    );
    expect(verdictWords({ kind: 'ignored', refuses: [], unless: ['isOpen'] }, ['a'])).toBe(
      'nada mudou. Não vale agora: isOpen.',
    );
    expect(verdictWords({ kind: 'ignored', ...nothing }, ['a'])).toBe(
      'nada mudou. Nada o ouve neste estado.',
    );
    expect(verdictWords({ kind: 'over', ...nothing }, ['a'])).toBe('o gráfico terminou');
    expect([outlookWords(nothing), outlookWords({ refuses: [], unless: ['isOpen'] })]).toEqual([
      null,
      'Não vale agora: isOpen.',
    ]);
  });

  it('say why a run goes no further', () => {
    expect(stopWords({ at: 2, why: 'unknown', name: 'sing' })).toBe(
      'O passo 3, sing, não existe neste gráfico.',
    );
    expect(stopWords({ at: 0, why: 'idle', name: 'load' })).toContain('responde a load, que não espera');
    expect(stopWords({ at: 0, why: 'over' })).toBe('O passo 1 vem depois do fim do gráfico.');
    expect(stopWords({ at: -1, why: 'crashed', message: 'no x' })).toBe(
      'O gráfico não começa com esta entrada: no x.',
    );
    expect(stopWords({ at: 0, why: 'crashed', message: 'no x' })).toContain('fez o gráfico falhar: no x.');
  });

  it('are read as any value of JSON', () => {
    expect([valueIn(' '), valueIn('null'), valueIn('[1]'), valueIn('{')]).toEqual([
      { value: undefined },
      { value: null },
      { value: [1] },
      null,
    ]);
  });
});
