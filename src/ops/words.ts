import { inCents } from '#contract/money.ts';
import type { AlertWhen } from '#contract/people/alert.ts';
import type { ApprovalAction } from '#contract/ops/approval.ts';
import type { BoardColumn, OpsCard, OpsEvent, OpsOrder } from '#contract/ops/orders.ts';
import type { PersonField } from '#contract/ops/person.ts';
import type { IfMissing } from '#contract/order/if-missing.ts';
import type { Role } from '#contract/ops/role.ts';
import type { OrderState, OrderType } from '#contract/order/order.ts';
import { formatDay, formatHour } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { formatWindow } from '#domain/spans.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';

export const columnWords: Readonly<Record<BoardColumn, string>> = {
  new: 'Novos',
  preparing: 'Em separação',
  ready: 'Prontos',
  onTheWay: 'Em rota',
  attention: 'Precisa de você',
};
export const roleWords: Readonly<Record<Role, string>> = {
  OWNER: 'Responsável',
  OPERATOR: 'Operação',
  SUPPORT: 'Atendimento',
  VIEWER: 'Consulta',
};
export const typeWords: Readonly<Record<OrderType, string>> = {
  SHIPPING: 'Entrega',
  PICKUP: 'Retirada',
  INTERNAL: 'Interno',
};
/** What somebody waits for, of a campaign. */
export const awaitedWords: Readonly<Record<AlertWhen, string>> = {
  OPENS: 'quando abrir',
  UNLOCKED: 'quando liberar',
  ARRIVES: 'quando entregar na região',
};
/** What the person asked for when a thing is missing, as whoever packs does it. */
export const missingWords: Readonly<Record<IfMissing, string>> = {
  SIMILAR: 'trocar por parecido',
  REMOVE: 'tirar do pedido',
  ASK: 'falar com a pessoa antes',
};
export const chargeWords: Readonly<Record<OpsOrder['charges'][number]['type'], string>> = {
  PIX: 'Pix',
  CREDIT_CARD: 'Cartão',
  WALLET: 'Carteira',
  FREE: 'Sem pagamento',
};
/** What waits for a second person. */
export const approvalWords: Readonly<Record<ApprovalAction, string>> = {
  'charge.confirm': 'Confirmar Pix',
  'refund.settle': 'Registrar devolução',
  'stray.order': 'Dar dinheiro sem dono a um pedido',
  'stray.returned': 'Registrar devolução de dinheiro sem dono',
  'stray.absent': 'Encerrar dinheiro sem dono',
  'dispute.returned': 'Registrar Pix devolvido pelo banco',
};
const states: Readonly<Record<OrderState, string>> = {
  CREATED: 'Feito',
  PENDING_PAYMENT: 'Espera o pagamento',
  PAYMENT_REVIEW: 'Pagamento em análise',
  PAYMENT_EXPIRED: 'Pagamento vencido',
  PAID: 'Pago',
  PREPARING: 'Em separação',
  READY_FOR_PICKUP: 'Pronto na retirada',
  SHIPPED: 'Despachado',
  OUT_FOR_DELIVERY: 'Saiu para entrega',
  DELIVERY_FAILED: 'Entrega não aconteceu',
  COMPLETED: 'Entregue',
  CANCELLATION_REQUESTED: 'Cancelamento pedido',
  CANCELED: 'Cancelado',
  RETURN_REQUESTED: 'Devolução pedida',
  RETURNED: 'Devolvido',
  REFUNDED: 'Dinheiro devolvido',
};
export const stateWords = (state: string): string => states[state as OrderState] ?? state; // any other as it is

/** What a button says, and a noun for what it does, of one order as of ten. */
const events: Readonly<Record<OpsEvent, { button: string; act: string }>> = {
  'preparation.started': { button: 'Começar separação', act: 'começo da separação' },
  'pickup.readied': { button: 'Pronto na retirada', act: 'aviso de pronto' },
  'order.shipped': { button: 'Despachar', act: 'despacho' },
  'delivery.started': { button: 'Saiu para entrega', act: 'saída para entrega' },
  'order.delivered': { button: 'Entregue', act: 'entrega' },
  'delivery.failed': { button: 'Não entregou', act: 'entrega que não aconteceu' },
  'delivery.rescheduled': { button: 'Remarcar entrega', act: 'nova data de entrega' },
  'cancellation.requested': { button: 'Pedir cancelamento', act: 'pedido de cancelamento' },
  'cancellation.accepted': { button: 'Aceitar cancelamento', act: 'cancelamento aceito' },
  'cancellation.refused': { button: 'Recusar cancelamento', act: 'cancelamento recusado' },
  'order.canceled': { button: 'Cancelar pedido', act: 'cancelamento' },
  'return.received': { button: 'Recebi de volta', act: 'chegada da devolução' },
  'return.refused': { button: 'Recusar devolução', act: 'devolução recusada' },
};
export const eventButton = (event: OpsEvent): string => events[event].button;
export const eventAct = (event: OpsEvent): string => events[event].act;
/** Of an order's people. */
export const personWords: Readonly<Record<PersonField, string>> = {
  phone: 'o celular',
  email: 'o e-mail',
  cpf: 'o CPF',
  recipientPhone: 'o contato de quem recebe',
};
/** What happened, as the history says it; an event of others keeps its own name. */
const happened: Readonly<Record<string, string>> = {
  'order.created': 'Pedido feito',
  'order.placed': 'Pedido feito',
  'payment.requested': 'Pagamento pedido',
  'payment.confirmed': 'Pagamento confirmado',
  'payment.reviewed': 'Pagamento em análise',
  'payment.declined': 'Pagamento recusado',
  'payment.expired': 'Pagamento vencido',
  'refund.settled': 'Dinheiro devolvido',
  'return.requested': 'Devolução pedida',
  'preparation.started': 'Separação começou',
  'pickup.readied': 'Pronto na retirada',
  'order.shipped': 'Despachado',
  'delivery.started': 'Saiu para entrega',
  'order.delivered': 'Entregue',
  'delivery.failed': 'Entrega não aconteceu',
  'delivery.rescheduled': 'Entrega remarcada',
  'cancellation.requested': 'Cancelamento pedido',
  'cancellation.accepted': 'Cancelamento aceito',
  'cancellation.refused': 'Cancelamento recusado',
  'order.canceled': 'Cancelado',
  'return.received': 'Devolução chegou',
  'return.refused': 'Devolução recusada',
};
export const happenedWords = (type: string): string => happened[type] ?? type;
const refundReasons: Readonly<Record<string, string>> = {
  PAID_LATE: 'O Pix chegou quando o pedido já não esperava',
  PAID_TWICE: 'O mesmo código foi pago duas vezes',
  DISPUTE: 'O banco devolveu um Pix contestado',
};
/** Why money goes back: what happened to the order, or what a person wrote. */
export const refundReasonWords = (reason: string): string => refundReasons[reason] ?? happenedWords(reason);
const actors: Readonly<Record<string, string>> = {
  client: 'Pessoa',
  lead: 'Pessoa',
  system: 'Sistema',
  provider: 'Banco',
  sandbox: 'Ambiente de teste',
};
export const actorWords = (actor: string): string => actors[actor] ?? actor;

/** Which legal event stands first, as the main button. */
const order: readonly OpsEvent[] = [
  'preparation.started',
  'cancellation.accepted',
  'return.received',
  'delivery.rescheduled',
  'pickup.readied',
  'order.shipped',
  'delivery.started',
  'order.delivered',
  'delivery.failed',
  'cancellation.refused',
  'return.refused',
  'cancellation.requested',
  'order.canceled',
];
/** Legal events, the usual next one first. */
export function inOrder(allowed: readonly OpsEvent[], type: OrderType): OpsEvent[] {
  const legal = order.filter((event) => allowed.includes(event));
  const usual = type === 'SHIPPING' ? 'order.shipped' : 'pickup.readied';
  return legal.toSorted((a, b) => Number(b === usual) - Number(a === usual));
}

/** `R$ 1.234,56` of the wire's reais. */
export const reais = (amount: number): string => formatReais(inCents(amount));
/** The short form of a code: its last characters, which tell two orders apart at a glance. */
export function shortCode(code: string): string {
  const bare = code.replaceAll('-', '').slice(-8);
  return `${bare.slice(0, 4)}-${bare.slice(4)}`;
}
export function ageText(since: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 60_000));
  if (minutes < 1) return 'agora';
  if (minutes < 60) return `há ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24)
    return `há ${hours} h ${minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0')}`.trim();
  const days = Math.floor(hours / 24);
  return days === 1 ? 'há 1 dia' : `há ${days} dias`;
}
export const windowText = (window: OpsCard['window']): string | null =>
  window ? formatWindow(Date.parse(window.start), Date.parse(window.end)) : null;
export const hourOf = (at: string): string => formatHour(Date.parse(at));
export const momentOf = (at: string): string => `${formatDay(Date.parse(at))}, ${hourOf(at)}`;
export const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Why something does not wait for approval any more, or not for this person's. */
const approvalRefusals: Readonly<Record<string, string>> = {
  OWN: 'Quem pede não aprova. Chame outra pessoa da equipe.',
  WAITING: 'Já há um pedido destes à espera. Aprove ou recuse aquele.',
  DECIDED: 'Outra pessoa já decidiu isto.',
  EXPIRED: 'O prazo para aprovar passou. Peça de novo.',
};
/** Refusals that the desk says in its own words, with what to do now. */
const refusals: Readonly<Partial<Record<FlowProblem['code'], string>>> = {
  NETWORK: 'O servidor não respondeu. Nada se perdeu; tente de novo.',
  FAILED: 'Algo falhou do nosso lado. Tente de novo.',
  VERSION: 'Outra pessoa mexeu neste pedido antes. Veja como ele está e tente de novo.',
  ILLEGAL_EVENT: 'O pedido já não está nesse passo. Veja como ele está agora.',
  ROLE: 'O seu papel na loja não permite isso. Peça a quem é responsável.',
  INVALID_CODE: 'O código não confere. Veja os números e tente de novo.',
  EXPIRED_CODE: 'Esta entrada passou do tempo. Comece de novo com o seu contato.',
  TRANSFER_USED: 'Este identificador já foi usado em outro pagamento. Confira o extrato.',
  APPROVAL: 'Isto espera outra pessoa da equipe, ou já foi decidido. Veja a fila.',
  AMOUNT: 'O valor não é o desta cobrança. Confira o extrato.',
  LAST_OWNER: 'É a última pessoa responsável. Convide outra antes de tirar esta.',
  TAKEN: 'Alguém da equipe já usa este contato.',
  HANDOVER_CODE: 'Nenhuma retirada espera por este código. Confira com a pessoa.',
};
export function problemText({ code, title, detail, attemptsLeft, retryAfter }: FlowProblem): string {
  const said =
    (code === 'APPROVAL' ? approvalRefusals[detail ?? ''] : undefined) ??
    refusals[code] ??
    title ??
    'Algo falhou do nosso lado. Tente de novo.';
  const left =
    attemptsLeft === undefined
      ? ''
      : ` ${attemptsLeft === 1 ? 'Resta 1 tentativa.' : `Restam ${attemptsLeft} tentativas.`}`;
  const wait = retryAfter === undefined ? '' : ` Espere ${Math.ceil(retryAfter / 60)} min.`;
  return `${said}${left}${wait}`;
}
