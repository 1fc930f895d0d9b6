import { fillPlaceholders } from '#domain/placeholders.ts';
import type { NoticeKey, NoticeWords } from '#machines/notices.machine.ts';

/** Said where the document store has no words of the tenant's own. Source: spec §8. */
const bundled: Readonly<Record<NoticeKey, string>> = {
  smsSent: 'Enviamos um código por SMS para {phoneNumber}.',
  emailSent: 'Enviamos um código para {email}.',
  logout: 'Até logo, {accountName}!',
  couponKept: 'Cupom {code} guardado. Ele entra no carrinho com o primeiro produto.',
  couponTaken: 'Cupom {code} aplicado ao seu carrinho.',
  couponRefused: 'O cupom {code} não vale agora para o seu carrinho. O motivo está lá.',
  addressKnown: '{address} já estava na sua conta. Usamos o que já estava lá, com o que você disse agora.',
  placeChanged: 'Seu carrinho agora vai para {place}. Entrega e prazos passam a ser os desse lugar.',
  storeGone: 'A loja que você tinha escolhido não existe mais. Agora você vê todas.',
};

/** What a notice says, in the tenant's words as far as they are known. */
export const noticeText = (says: NoticeWords, messages: Record<string, string> | null): string =>
  'text' in says ? says.text : fillPlaceholders(messages?.[says.key] ?? bundled[says.key], says.values);
