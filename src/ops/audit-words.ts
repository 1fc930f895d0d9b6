import { inCents } from '#contract/money.ts';
import type { AuditEntry } from '#contract/ops/staff.ts';
import type { Role } from '#contract/ops/role.ts';
import { formatReais } from '#domain/money/money.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { happenedWords, roleWords } from './words.ts';

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
    `Confirmou o Pix${after(' ', entry.data['endToEndId'])}${amountText(entry.data)}${ofOrder(entry)}`,
  'refund.settled': (entry) =>
    `Registrou a devolução${after(' ', entry.data['returnId'])}${amountText(entry.data)}${ofOrder(entry)}`,
  'refund.retried': (entry) => `Pediu de novo a devolução${amountText(entry.data)}${ofOrder(entry)}`,
  'pause.started': ({ target, data: { reason } }) => `Pausou ${target}${after(': ', reason)}`,
  'pause.ended': ({ target }) => `Retomou ${target}`,
  'staff.invited': ({ data: { name, role } }) => {
    const known = text(role);
    return `Convidou ${text(name) ?? 'alguém'} para a equipe${known ? `, como ${roleWords[known as Role] ?? known}` : ''}`; // any other as it is
  },
  'staff.removed': ({ data: { name } }) => `Tirou ${text(name) ?? 'alguém'} da equipe`,
  'staff.sessions-ended': ({ data: { name } }) => `Encerrou as sessões de ${text(name) ?? 'alguém'}`,
  'staff.factors-reset': ({ data: { name } }) => `Zerou o segundo fator de ${text(name) ?? 'alguém'}`,
};
/** What somebody did, as one sentence; what the desk has no words for keeps its own name. */
export const auditText = (entry: Entry): string =>
  sentences[entry.action]?.(entry) ?? `${entry.action} ${entry.target}`;
