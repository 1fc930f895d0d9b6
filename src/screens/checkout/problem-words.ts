import { problemTitle } from '#client/problem-title.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';

/** Why the shop sent somebody back to a step, in words that say what to do now. */
export function problemText(problem: FlowProblem): string {
  const { code, detail } = problem;
  // Only a lock says which of the two it was.
  if (code === 'WINDOW') return 'Este horário já passou ou lotou. Escolha outro: o resto está guardado.';
  const what = code === 'LOCK' ? detail : code;
  switch (what) {
    case 'WINDOW':
      return 'Este horário acabou de lotar. Escolha outro: o resto está guardado.';
    case 'WINDOW_PAST':
      return 'Este horário já passou, ou não dá mais tempo para ele. Escolha outro: o resto está guardado.';
    case 'AREA':
      return 'A loja não entrega neste endereço. Escolha outro, ou retire.';
    case 'ADDRESS':
    case 'shippingMethod':
      return 'Falta uma parte do endereço ou da entrega. Confira abaixo.';
    case 'PAYMENT_METHOD':
      return 'Essa forma de pagamento não está disponível agora. Nada foi cobrado.';
    case 'BALANCE':
      return 'O saldo da sua carteira mudou. Confira quanto usar: nada foi cobrado.';
    case 'NOT_FOUND':
      return 'Este cartão não está mais guardado. Escolha outro: nada foi cobrado.';
    default:
      return problemTitle(problem);
  }
}
