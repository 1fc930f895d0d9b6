import type { Leaving } from '#contract/measurement.ts';
import type { FunnelState } from '#contract/ops/funnel.ts';
import { COUNTED } from '#machines/book/book.machine.ts';
import type { CheckoutEvent } from '#machines/checkout/facts.ts';
import { screenOf } from '../search.ts';
import { delayWords, timeWords } from '../simulation/words.ts';

/** What a person does, or the store. An event without words here does not compile. */
const words: Readonly<Record<Exclude<CheckoutEvent['type'], `asked.${string}`> | Leaving, string>> = {
  'page.left': 'fechou ou recarregou a página',
  'flow.left': 'foi para outra parte da loja',
  'address.changed': 'trocou o endereço',
  'shipping.chosen': 'escolheu a entrega',
  'recipient.changed': 'disse quem recebe',
  'mode.chosen': 'escolheu entrega ou retirada',
  'shipping.submitted': 'seguiu com a entrega',
  'account.found': 'a loja soube quem compra',
  'answers.changed': 'mudou as respostas',
  'extra.submitted': 'enviou as respostas',
  'answer.edited': 'mudou seus dados',
  'guest.submitted': 'disse quem compra',
  'method.submitted': 'seguiu com dia e hora',
  'payment.chosen': 'escolheu como pagar',
  'payment.submitted': 'seguiu com o pagamento',
  'wallet.chosen': 'mudou o saldo a usar',
  'card.changed': 'mexeu em um cartão',
  'installment.chosen': 'escolheu as parcelas',
  'installment.submitted': 'seguiu com as parcelas',
  'relock.asked': 'pediu a reserva de novo',
  'coupon.decided': 'o cupom mudou',
  'order.submitted': 'finalizou o pedido',
  'order.abandoned': 'desistiu do pedido',
  'load.retried': 'tentou de novo',
  'network.restored': 'a internet voltou',
  restored: 'a página acordou',
};
/** What a state was left by, in a person's words where there are some. */
export function causeWords(event: string): string {
  const known = (words as Readonly<Record<string, string | undefined>>)[event];
  if (known !== undefined) return known;
  const asked = /^asked\.(\w+)\.(.+)$/.exec(event);
  if (!asked) return delayWords(event, COUNTED);
  const screen = screenOf(asked[1] ?? '', asked[2] ?? '');
  return screen ? `pediu a tela ${screen.title}` : event;
}

/** So often, as people write it. */
export const countWords = (count: number): string => count.toLocaleString('pt-BR');

/** The step in which half of the stays had ended. */
export function medianWords(median: FunnelState['median']): string | null {
  if (!median) return null;
  const [from, to] = [timeWords(median.from * 1_000), median.to === null ? null : timeWords(median.to * 1_000)];
  if (to === null) return `mais de ${from}`;
  return median.from === 0 ? `até ${to}` : `${from} a ${to}`;
}

/** What was counted of a state, for its place in the drawing. @param state null where nothing was */
export function countedLines(state: FunnelState | null): string[] {
  if (!state) return ['nada foi contado aqui'];
  const [first, second] = state.causes.map(({ event, count }) => `${countWords(count)} × ${causeWords(event)}`);
  const median = medianWords(state.median);
  return [
    `entram ${countWords(state.entries)} · saem ${countWords(state.exits)}`,
    ...(median === null ? [] : [`metade fica ${median}`]),
    ...(first === undefined ? [] : [first]),
    ...(second === undefined ? [] : [second]),
  ];
}
