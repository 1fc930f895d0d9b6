import type { ReasonCode } from '#machines/navigation/refusal.ts';

/** What a person reads of each reason for which a screen was refused. */
export const refusalWords: Readonly<Record<ReasonCode, string>> = {
  'session.missing': 'Entre para continuar. Seu carrinho fica guardado.',
  'session.present': 'Você já entrou.',
  'session.ended': 'Sua sessão terminou. Entre de novo para continuar de onde parou.',
  'guest.closed': 'Para comprar nesta loja é preciso entrar. Seu carrinho fica guardado.',
  'account.missing': 'Falta pouco: complete seu cadastro.',
  'account.present': 'Seu cadastro já está completo.',
  'intranet.closed': 'Esta loja é só para quem trabalha na empresa.',
  'intranet.identify':
    'Para criar o cadastro, identifique-se antes com o acesso da empresa. O que você preencheu fica guardado.',
  'intranet.open': 'Esta loja é aberta a todos: aqui não é preciso o acesso da empresa.',
  'campaign.unknown': 'Esta campanha não existe mais.',
  'campaign.blocked': 'Esta campanha ainda não está aberta para você.',
  'campaign.scheduled': 'Esta campanha ainda não abriu.',
  // The campaign's own screen says more; on another one this must tell what it is about.
  'campaign.expired': 'A campanha que você pediu já terminou.',
  'subject.unknown': 'Escolha primeiro um produto: o endereço não dizia qual.',
  'cart.empty': 'Seu carrinho está vazio.',
  'cart.other': 'Este carrinho não é o que está aberto agora.',
  'cart.closed': 'Uma campanha do seu carrinho não está aberta agora. Veja abaixo qual é e o que fazer.',
  'cart.choice': 'Um produto do seu carrinho precisa de escolhas que faltam. Veja abaixo qual é.',
  'cart.coupon': 'O cupom do seu carrinho não vale mais para ele. Veja abaixo o motivo e o que fazer.',
  'cart.changed': 'Algo mudou no seu carrinho. Confira antes de continuar.',
  'contact.missing': 'Diga primeiro onde receber o código.',
  'name.missing': 'Diga primeiro o seu nome.',
  'identification.missing': 'Diga primeiro o seu CPF.',
  'address.missing': 'Diga primeiro o seu CEP.',
  'shipping.missing': 'Escolha como você quer receber.',
  'extra.missing': 'Falta responder a uma pergunta da campanha.',
  'payment.missing': 'Escolha como você quer pagar.',
  'order.placing': 'Estamos fazendo o seu pedido. Espere só um instante.',
  'order.expired':
    'Seu pedido não saiu a tempo: a internet demorou demais. Confira os valores e confirme de novo.',
  'order.unpaid': 'Este pedido ainda não foi pago.',
  'order.reviewed': 'O pagamento deste pedido ainda está em análise.',
  'order.over': 'Este pedido já está encerrado.',
  'network.offline': 'Você está sem internet. Isto precisa de conexão.',
};
