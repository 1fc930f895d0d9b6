import { inCents } from '#contract/money.ts';
import type { AuditEntry } from '#contract/ops/staff.ts';
import type { PersonField } from '#contract/ops/person.ts';
import type { ApprovalAction } from '#contract/ops/approval.ts';
import type { Role } from '#contract/ops/role.ts';
import { formatReais } from '#domain/money/money.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { approvalWords, happenedWords, personWords, roleWords } from './words.ts';

type Entry = Pick<AuditEntry, 'action' | 'target' | 'data'>;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const after = (lead: string, value: unknown): string => {
  const said = text(value);
  return said === null ? '' : `${lead}${said}`;
};
/** ` de R$ 56,15`; nothing where no amount was written down. */
const amountText = ({ amount }: Entry['data']): string =>
  typeof amount === 'number' ? ` de ${formatReais(inCents(amount))}` : '';
const ofOrder = ({ target }: Entry): string => ` do pedido ${formatOrderCode(target)}`;

/** Whose request it was that a second person approved. */
function askedText({ data: { askedBy, isAlone } }: Entry): string {
  const name = text(askedBy);
  if (name === null) return '';
  return isAlone === true ? ', sem segunda pessoa na loja' : `, a pedido de ${name}`;
}
const reasonText = ({ data: { reason } }: Entry): string => after('. Motivo: ', reason).replace(/\.$/, '');
/** What was asked for: `confirmar Pix de R$ 56,15 do pedido …`. */
function requestText(entry: Entry): string {
  const of = text(entry.data['of']);
  const words = of === null ? undefined : approvalWords[of as ApprovalAction]; // any other as it is
  const lower = words ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : (of ?? 'mexer em dinheiro');
  const isOrder = entry.target.length === 16;
  return `${lower}${amountText(entry.data)}${isOrder ? ofOrder(entry) : ''}`;
}

/** What an event was, of which part, why, and what was said of the goods along with it. */
function eventText({ target, data }: Entry): string {
  const { type, part, reason, proof, trackingCode, place, invoiceUrl } = data;
  const partCode = text(part);
  const facts = [
    `${happenedWords(text(type) ?? '')}${proof === 'code' ? ', com o código de quem retira' : ''}`,
    after('Motivo: ', reason).replace(/\.$/, ''),
    after('Rastreio ', trackingCode),
    after('Em ', place),
    after('Nota fiscal ', invoiceUrl),
  ].filter(Boolean);
  return `Pedido ${formatOrderCode(target)}${partCode ? `, parte ${formatOrderCode(partCode)}` : ''}: ${facts.join('. ')}`;
}

const sentences: Readonly<Record<string, (entry: Entry) => string>> = {
  'order.event': eventText,
  'charge.confirmed': (entry) =>
    `Confirmou o Pix${after(' ', entry.data['endToEndId'])}${amountText(entry.data)}${ofOrder(entry)}${askedText(entry)}`,
  'refund.settled': (entry) =>
    `Registrou a devolução${after(' ', entry.data['returnId'])}${amountText(entry.data)}${ofOrder(entry)}${askedText(entry)}`,
  'stray.assigned': (entry) =>
    `Deu ao pedido ${formatOrderCode(entry.target)} o Pix sem dono${after(' ', entry.data['endToEndId'])}${amountText(entry.data)}${askedText(entry)}${reasonText(entry)}`,
  'stray.returned': (entry) =>
    `Registrou a devolução${after(' ', entry.data['returnId'])} do Pix sem dono ${entry.target}${amountText(entry.data)}${askedText(entry)}${reasonText(entry)}`,
  'stray.absent': (entry) =>
    `Encerrou o Pix sem dono ${entry.target}${amountText(entry.data)}, que não está no extrato${askedText(entry)}${reasonText(entry)}`,
  'dispute.opened': (entry) =>
    `Registrou a contestação do Pix${after(' ', entry.data['endToEndId'])}${amountText(entry.data)}${ofOrder(entry)}${after(', protocolo ', entry.data['protocol'])}`,
  'dispute.answered': (entry) =>
    `Respondeu à contestação do Pix${after(' ', entry.data['endToEndId'])}${ofOrder(entry)}${after(': ', entry.data['reason'])}`,
  'dispute.returned': (entry) =>
    `Registrou que o banco devolveu o Pix${after(' ', entry.data['endToEndId'])}${amountText(entry.data)}${ofOrder(entry)}${after(', devolução ', entry.data['returnId'])}${askedText(entry)}`,
  'dispute.kept': (entry) =>
    `Registrou que o Pix contestado${after(' ', entry.data['endToEndId'])}${ofOrder(entry)} fica com a loja${reasonText(entry)}`,
  'approval.requested': (entry) => `Pediu aprovação para ${requestText(entry)}`,
  'approval.refused': (entry) =>
    `Recusou ${requestText(entry)}${after(', a pedido de ', entry.data['askedBy'])}${reasonText(entry)}`,
  'approval.withdrawn': (entry) => `Retirou o pedido para ${requestText(entry)}${reasonText(entry)}`,
  'refund.retried': (entry) => `Pediu de novo a devolução${amountText(entry.data)}${ofOrder(entry)}`,
  'person.revealed': (entry) =>
    `Viu ${personWords[entry.data['field'] as PersonField] ?? 'um dado da pessoa'}${ofOrder(entry)}${reasonText(entry)}`,
  'pause.started': ({ target, data: { reason } }) => `Pausou ${target}${after(': ', reason)}`,
  'pause.ended': ({ target }) => `Retomou ${target}`,
  'staff.invited': ({ data: { name, role } }) => {
    const known = text(role);
    // A role that is unknown here stands as it is.
    return `Convidou ${text(name) ?? 'alguém'} para a equipe${known ? `, como ${roleWords[known as Role] ?? known}` : ''}`;
  },
  'staff.removed': ({ data: { name } }) => `Tirou ${text(name) ?? 'alguém'} da equipe`,
  'staff.sessions-ended': ({ data: { name } }) => `Encerrou as sessões de ${text(name) ?? 'alguém'}`,
  'staff.factors-reset': ({ data: { name } }) => `Zerou o segundo fator de ${text(name) ?? 'alguém'}`,
};
/** What somebody did, as one sentence; what the desk has no words for keeps its own name. */
export const auditText = (entry: Entry): string =>
  sentences[entry.action]?.(entry) ?? `${entry.action} ${entry.target}`;
