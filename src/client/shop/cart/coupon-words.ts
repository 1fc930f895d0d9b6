import type { Cents } from '#contract/money.ts';
import { formatReais } from '#domain/money/money.ts';
import type { CouponTrouble } from '#machines/cart/coupon-facts.ts';
import { afterText } from '#domain/spans.ts';

/** What a person reads of each reason for which a code gives nothing. @param missing of the goods, in centavos */
export function couponRefusalText(
  { reason, retryAfter }: Pick<CouponTrouble, 'reason' | 'retryAfter'>,
  code: string,
  missing: Cents | null = null,
): string {
  switch (reason) {
    case 'UNKNOWN':
      return `Não encontramos o cupom ${code}. Confira as letras e os números.`;
    case 'NOT_STARTED':
      return `O cupom ${code} ainda não começou a valer.`;
    case 'ENDED':
      return `O prazo do cupom ${code} já terminou.`;
    case 'USED_UP':
      return `O cupom ${code} já foi usado todas as vezes que podia.`;
    case 'PER_BUYER':
      return `Você já usou o cupom ${code} em outra compra.`;
    case 'CAMPAIGN':
      return `O cupom ${code} não vale para os produtos deste carrinho.`;
    case 'MIN_TOTAL':
      return missing
        ? `Faltam ${formatReais(missing)} em produtos para usar o cupom ${code}.`
        : `O cupom ${code} pede uma compra maior.`;
    case 'TOO_MANY':
      return `Foram muitas tentativas seguidas. Tente de novo ${afterText(retryAfter)}.`;
  }
}
