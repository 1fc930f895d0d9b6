const reasons: Record<string, string> = {
  FUNDS: 'O limite do cartão não chega a este valor.',
  EXPIRED: 'Este cartão está vencido.',
  CVV: 'O código de segurança não confere.',
  CHALLENGE: 'O banco não confirmou que é você.',
  FRAUD: 'O banco recusou o pagamento por segurança.',
};
/** Why a card was refused, and what helps. */
export const declinedText = (reason: string | undefined): string =>
  `${reasons[reason ?? ''] ?? 'O banco não autorizou, e não diz o motivo à loja.'} Nada foi cobrado: o pedido continua guardado.`;

const wrongs: readonly [RegExp, string][] = [
  [/number/, 'Confira o número do cartão.'],
  [/expiry/, 'Confira a validade do cartão.'],
  [/cvc/, 'Confira o código de segurança: ele tem 3 ou 4 números.'],
];
/** What is wrong with what was typed, by what the provider calls it. */
export const wrongText = (code: string): string =>
  wrongs.find(([name]) => name.test(code))?.[1] ?? 'Confira os dados do cartão.';

const refusals: Record<string, string> = {
  STOCK: 'Os produtos acabaram enquanto o pedido esperava. Nada foi cobrado.',
  WINDOW: 'O horário da entrega já começou. Nada foi cobrado.',
  PIX_LIMIT: 'Este pedido já usou todos os códigos Pix. Nada foi cobrado.',
  TOO_MANY_REQUESTS: 'Foram muitas tentativas seguidas. Espere um pouco e tente de novo.',
};
/** Why another try was not taken. */
export const refusedText = (code: string | undefined): string =>
  refusals[code ?? ''] ?? 'Este jeito de pagar não é aceito mais neste pedido. Nada foi cobrado.';
