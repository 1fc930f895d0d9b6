/** A question of somebody who never saw the code, and the state that answers it. */
export interface Question {
  asks: string;
  chart: string;
  state: string;
}

/** Where to begin: what product people and QA ask most. */
export const questions: readonly Question[] = [
  { asks: 'O que acontece se o Pix vencer?', chart: 'pix', state: 'expired' },
  { asks: 'E se o cartão for recusado?', chart: 'card', state: 'declined' },
  { asks: 'Quem pode ver o carrinho?', chart: 'app', state: 'cart' },
  { asks: 'E se a internet cair na hora de finalizar?', chart: 'checkout', state: 'placing.waiting' },
  { asks: 'E se a sessão acabar no meio do pedido?', chart: 'checkout', state: 'placing.posting' },
  {
    asks: 'O que acontece quando a reserva dos produtos acaba?',
    chart: 'checkout',
    state: 'confirmation.lockExpired',
  },
  { asks: 'Outra pessoa pode pagar por mim?', chart: 'payerLink', state: '' },
  {
    asks: 'Ao remarcar a entrega, quando o horário de antes é solto?',
    chart: 'rescheduling',
    state: 'saving',
  },
  { asks: 'No balcão dá para desfazer um toque?', chart: 'opsMoves', state: 'confirming' },
  { asks: 'E se dois do balcão mexerem no mesmo pedido?', chart: 'opsMoves', state: 'told' },
];
