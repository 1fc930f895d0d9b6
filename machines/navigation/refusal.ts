import type { Place } from './screens.ts';

/**
 * Why a screen was refused: a closed list, each with what a person reads and the name of the way out. Gates
 * and actions carry the code; screens show the text.
 * `remedy` names what can be done about it; the button of each is in the refusal note component.
 */
export const reasons = {
  'session.missing': { text: 'Entre para continuar. Seu carrinho fica guardado.', remedy: 'signIn' },
  'session.present': { text: 'Você já entrou.', remedy: 'goHome' },
  'session.ended': {
    text: 'Sua sessão terminou. Entre de novo para continuar de onde parou.',
    remedy: 'signIn',
  },
  'account.missing': { text: 'Falta pouco: complete seu cadastro.', remedy: 'signUp' },
  'account.present': { text: 'Seu cadastro já está completo.', remedy: 'goHome' },
  'intranet.closed': { text: 'Esta loja é só para quem trabalha na empresa.', remedy: 'goIntranet' },
  'intranet.identify': {
    text: 'Para criar o cadastro, identifique-se antes com o acesso da empresa. O que você preencheu fica guardado.',
    remedy: 'fill',
  },
  'intranet.open': {
    text: 'Esta loja é aberta a todos: aqui não é preciso o acesso da empresa.',
    remedy: 'goHome',
  },
  'campaign.unknown': { text: 'Esta campanha não existe mais.', remedy: 'goHome' },
  'campaign.blocked': { text: 'Esta campanha ainda não está aberta para você.', remedy: 'seeCampaign' },
  'campaign.scheduled': { text: 'Esta campanha ainda não abriu.', remedy: 'seeCampaign' },
  // The campaign's own screen says more; on another one this must tell what it is about.
  'campaign.expired': { text: 'A campanha que você pediu já terminou.', remedy: 'goHome' },
  'cart.empty': { text: 'Seu carrinho está vazio.', remedy: 'goHome' },
  'cart.other': { text: 'Este carrinho não é o que está aberto agora.', remedy: 'goCart' },
  'cart.closed': {
    text: 'Uma campanha do seu carrinho não está aberta agora. Veja abaixo qual é e o que fazer.',
    remedy: 'goCart',
  },
  'cart.choice': {
    text: 'Um produto do seu carrinho precisa de escolhas que faltam. Veja abaixo qual é.',
    remedy: 'goCart',
  },
  'cart.changed': { text: 'Algo mudou no seu carrinho. Confira antes de continuar.', remedy: 'goCart' },
  'contact.missing': { text: 'Diga primeiro onde receber o código.', remedy: 'fill' },
  'name.missing': { text: 'Diga primeiro o seu nome.', remedy: 'fill' },
  'identification.missing': { text: 'Diga primeiro o seu CPF.', remedy: 'fill' },
  'address.missing': { text: 'Diga primeiro o seu CEP.', remedy: 'fill' },
  'shipping.missing': { text: 'Escolha como você quer receber.', remedy: 'fill' },
  'payment.missing': { text: 'Escolha como você quer pagar.', remedy: 'fill' },
  'order.placing': { text: 'Estamos fazendo o seu pedido. Espere só um instante.', remedy: 'wait' },
  'order.expired': {
    text: 'Seu pedido não saiu a tempo: a internet demorou demais. Confira os valores e confirme de novo.',
    remedy: 'fill',
  },
  'order.unpaid': { text: 'Este pedido ainda não foi pago.', remedy: 'fill' },
  'order.reviewed': { text: 'O pagamento deste pedido ainda está em análise.', remedy: 'wait' },
  'order.over': { text: 'Este pedido já está encerrado.', remedy: 'fill' },
  'network.offline': { text: 'Você está sem internet. Isto precisa de conexão.', remedy: 'retry' },
} as const satisfies Record<string, { text: string; remedy: Remedy }>;

export type Remedy =
  | 'signIn'
  | 'signUp'
  | 'goHome'
  | 'goCart'
  | 'goIntranet'
  | 'seeCampaign'
  | 'fill'
  | 'wait'
  | 'retry';
export type ReasonCode = keyof typeof reasons;
/** A refusal that a person has not seen the end of: why, and what had been asked. */
export interface Refusal {
  reason: ReasonCode;
  asked: Place | null;
}
