import { refusalWords } from '#client/refusal-words.ts';
import { type ReasonCode, type Remedy, remedyOf } from '#machines/navigation/refusal.ts';

/** What a refusal lets a person do, in words for who reads a chart. */
const remedyWords: Readonly<Record<Remedy, string>> = {
  signIn: 'entrar',
  signUp: 'completar o cadastro',
  goHome: 'ver as campanhas',
  goCart: 'ver o carrinho',
  goOrders: 'ver o pedido',
  goIntranet: 'usar o acesso da empresa',
  seeCampaign: 'ver a campanha',
  fill: 'preencher a tela a que leva',
  wait: 'esperar um instante',
  retry: 'tentar de novo',
};

const isReason = (code: string): code is ReasonCode => code in remedyOf;

/** What a person reads when refused for a reason, and what they can do then; the code itself where it is no reason. */
export const refusalText = (code: string): string =>
  isReason(code) ? `${refusalWords[code]} Remédio: ${remedyWords[remedyOf[code]]}.` : code;
