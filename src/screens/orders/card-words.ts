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

const refusals: Record<string, string> = {
  STOCK: 'Os produtos acabaram enquanto o pedido esperava. Nada foi cobrado.',
  WINDOW: 'O horário da entrega já começou. Nada foi cobrado.',
  PIX_LIMIT: 'Este pedido já usou todos os códigos Pix. Nada foi cobrado.',
  TOO_MANY_REQUESTS: 'Foram muitas tentativas seguidas. Espere um pouco e tente de novo.',
};
/** Why another try was not taken. */
export const refusedText = (code: string | undefined): string =>
  refusals[code ?? ''] ?? 'Este jeito de pagar não é aceito mais neste pedido. Nada foi cobrado.';
