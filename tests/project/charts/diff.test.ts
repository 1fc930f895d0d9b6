import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { changesInWords } from '#flows/changes.ts';
import { factsOf } from '#flows/facts.ts';
import { allCharts } from '../../tools/charts.ts';

const before = createMachine({
  id: 'compra',
  description: 'Uma compra pequena.',
  initial: 'carrinho',
  states: {
    carrinho: {
      description: 'A pessoa escolhe.',
      on: {
        seguir: { guard: 'temItens', target: 'pagamento', actions: 'guardar' },
        limpar: { actions: ['esvaziar', 'contar'] },
        sair: 'fim',
        voltar: [
          { guard: 'temItens', target: 'carrinho' },
          { guard: 'temPressa', target: 'fim' },
        ],
      },
    },
    pagamento: {
      description: 'A pessoa paga.',
      tags: 'busy',
      on: { pagar: 'fim', desistir: { target: 'carrinho', actions: 'tellAll' } },
    },
    espera: { description: 'A loja espera.' },
    fim: { description: 'A compra acabou.', type: 'final' },
  },
});
const after = createMachine({
  id: 'compra',
  description: 'Uma compra pequena.',
  initial: 'pagamento',
  states: {
    carrinho: {
      description: 'A pessoa escolhe o que levar.',
      on: {
        seguir: { guard: 'temEndereco', target: 'pagamento', actions: 'avisar' },
        limpar: { guard: 'temItens', actions: ['esvaziar', 'somar', 'gravar'] },
        voltar: [
          { guard: 'temPressa', target: 'fim' },
          { guard: 'temItens', target: 'carrinho' },
        ],
        ajuda: 'pagamento',
      },
    },
    pagamento: {
      description: 'A pessoa paga.',
      tags: 'offline',
      invoke: { id: 'cobrar', src: 'cobrar' },
      on: {
        pagar: 'parcelas',
        desistir: { target: 'carrinho', actions: 'notifyAll', description: 'A pessoa volta.' },
      },
    },
    parcelas: { description: 'A pessoa divide o valor.', on: { pagar: 'fim' } },
    fim: { description: 'A compra acabou.', type: 'final' },
  },
});
const facts = (machine: typeof before) => [factsOf({ machine, file: 'compra.machine.ts' })];

it('says in words what changed between two charts', () => {
  expect(changesInWords(facts(before), facts(after))).toEqual([
    'compra',
    '  estado novo `parcelas`, com 1 passagem: A pessoa divide o valor.',
    '  não há mais o estado `espera`: A loja espera.',
    '  condição nova `temEndereco`',
    '  faz `notifyAll` no lugar de `tellAll`, em 1 passagem',
    '  o gráfico inteiro: começa agora em `pagamento`; antes em `carrinho`',
    '  `carrinho`: com `seguir`: pergunta `temEndereco` em vez de `temItens`',
    '  `carrinho`: com `seguir`, se `temEndereco`: passou a fazer `avisar`',
    '  `carrinho`: com `seguir`, se `temEndereco`: não faz mais `guardar`',
    '  `carrinho`: com `limpar`: agora só se `temItens`',
    '  `carrinho`: com `limpar`, se `temItens`: passou a fazer `somar`, `gravar`',
    '  `carrinho`: com `limpar`, se `temItens`: não faz mais `contar`',
    '  `carrinho`: não há mais a passagem: com `sair`, vai para `fim`',
    '  `carrinho`: com `voltar`: as condições são perguntadas em outra ordem',
    '  `carrinho`: passagem nova: com `ajuda`, vai para `pagamento`',
    '  `carrinho`: diz agora "A pessoa escolhe o que levar."; antes "A pessoa escolhe."',
    '  `pagamento`: ganhou a marca `offline`',
    '  `pagamento`: perdeu a marca `busy`',
    '  `pagamento`: chama agora `cobrar`',
    '  `pagamento`: com `pagar`: agora vai para `parcelas`; antes ia para `fim`',
    '  `pagamento`: com `desistir`: diz agora "A pessoa volta."',
  ]);
});

it('says that nothing changed, and names charts that came or went', async () => {
  const all = (await allCharts()).map(factsOf);
  expect(changesInWords(all, all)).toEqual(['Nada mudou nos gráficos.']);
  expect(changesInWords([], facts(before))).toEqual([
    'compra: gráfico novo, com 4 estados. Uma compra pequena.',
  ]);
  expect(changesInWords(facts(before), [])).toEqual(['compra: este gráfico não existe mais.']);
});
