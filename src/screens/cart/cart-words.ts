import { fullText } from '#client/shop/choice/item-words.ts';
import { roomBeside } from '#domain/room.ts';
import { itemPauseText } from '#client/shop/campaign/pause-words.ts';
import { choicesAnew } from '#client/shop/choice/choices-anew.ts';
import { priceChangeText } from '#client/shop/cart/price-change.ts';
import type { CartChange } from '#contract/cart.ts';
import { cents } from '#contract/money.ts';
import { countUnits, lineKey } from '#domain/cart-line.ts';
import type { ControlIssue } from '#domain/cart-controls.ts';
import { isSoldOut } from '#domain/money/cart-totals.ts';
import { formatReais } from '#domain/money/money.ts';
import { pricePerMeasure } from '#domain/money/unit-price.ts';
import type { MergedLine } from '#machines/cart/held-line.ts';
import type { HeldLine } from '#machines/cart/lines.ts';

export interface Group {
  campaignId: string;
  name: string;
  lines: HeldLine[];
}

/** Lines by campaign, in the order in which they were added. */
export function groupsOf(lines: readonly HeldLine[]): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const group = groups.get(line.campaignId) ?? {
      campaignId: line.campaignId,
      name: line.campaignName ?? 'Outros produtos',
      lines: [],
    };
    group.lines.push(line);
    groups.set(line.campaignId, group);
  }
  return [...groups.values()];
}

/**
 * How many of a line can be bought beside the others of the cart; `reason` says why no more. Lines of one item
 * share its limit, whatever is chosen in them; of the stock that is shared the server says what is left.
 * @param perPerson what the campaign sells one person
 */
export function mostOf(
  line: HeldLine,
  lines: readonly HeldLine[] = [],
  perPerson?: number,
): { most: number; reason: string } {
  const own = mostOfItem(line, lines);
  if (perPerson === undefined) return own;
  const taken = countUnits(
    lines.filter((other) => other.campaignId === line.campaignId && lineKey(other) !== lineKey(line)),
  );
  const { most, reason } = roomBeside({ most: own.most, reason: null }, { most: perPerson, taken });
  return reason === 'PERSON' ? { most, reason: fullText({ most, reason }, {}, perPerson) } : own;
}

function mostOfItem(line: HeldLine, lines: readonly HeldLine[]): { most: number; reason: string } {
  const { stock = 999, room = stock, max } = line;
  const left = Math.min(stock, room);
  const others = countUnits(
    lines.filter(
      (other) =>
        other.id === line.id && other.campaignId === line.campaignId && lineKey(other) !== lineKey(line),
    ),
  );
  const limit = Math.max(0, (max ?? Infinity) - others);
  if (max !== undefined && limit < left)
    return {
      most: limit,
      reason:
        others > 0
          ? `Máximo de ${max} por pedido: ${others === 1 ? 'o outro está' : `os outros ${others} estão`} em outra linha`
          : `Máximo de ${max} por pedido`,
    };
  if (room < stock)
    return { most: room, reason: `Dá para levar ${room}: o resto está em outros itens do carrinho` };
  return { most: Math.min(left, 999), reason: left === 1 ? 'Só resta 1' : `Só restam ${left}` };
}

/** "500 g · R$ 39,80/kg", as on the shelf, at the price that the line has now. */
export const measureOf = ({ unit, price }: HeldLine): string | undefined =>
  unit && [unit, pricePerMeasure(price, unit)].filter(Boolean).join(' · ');

export interface Notice {
  text: string;
  /** A price that went up is accepted or the line goes. */
  asks?: true;
}

/** What is to be said about a line; null when all is as it was. */
export function noticeOf(
  line: HeldLine,
  changes: readonly CartChange[],
  lines: readonly HeldLine[] = [],
): Notice | null {
  if (isSoldOut(line) && line.paused)
    return { text: `${itemPauseText(line.paused)} Tire do carrinho para continuar.` };
  if (isSoldOut(line)) return { text: 'Esgotou. Tire do carrinho para continuar.' };
  const change = changes.findLast(
    ({ id, campaignId, kind }) => id === line.id && campaignId === line.campaignId && kind !== 'REMOVED',
  );
  const text = change && priceChangeText(change);
  if (change && text)
    return {
      text,
      ...(change.kind === 'PRICE' || (change.after ?? 0) < (change.before ?? 0) ? { asks: true } : {}),
    };
  if (change?.kind === 'QUANTITY' && change.reason === 'LIMIT')
    return { text: `O máximo é ${change.after} por pedido. Ajustamos para você.` };
  if (change?.kind === 'QUANTITY')
    return {
      text:
        change.after === 1
          ? 'Só resta 1. Ajustamos para você.'
          : `Só restam ${change.after}. Ajustamos para você.`,
    };
  const { most, reason } = mostOf(line, lines);
  return line.quantity >= most ? { text: reason } : null;
}

/** Why lines leave, by what the server says. */
const whyGone = {
  GONE: ['não está mais à venda', 'não estão mais à venda'],
  CAMPAIGN: ['é de uma campanha que não está mais na loja', 'são de uma campanha que não está mais na loja'],
  SELECTION: [
    'precisa de escolhas que faltam ou não estão mais à venda',
    'precisam de escolhas que faltam ou não estão mais à venda',
  ],
} as const;
type WhyGone = keyof typeof whyGone;

export interface Gone {
  text: string;
  name: string;
  /** where it is chosen anew, of what its choices still hold */
  anew?: ReturnType<typeof choicesAnew>;
}

/** What left the cart by itself: a sentence for each reason, and one for each item that can be chosen anew. */
export function goneOf(changes: readonly CartChange[], lines: readonly HeldLine[]): Gone[] {
  const left = changes.filter(
    ({ kind, id, campaignId }) =>
      kind === 'REMOVED' && !lines.some((line) => line.id === id && line.campaignId === campaignId),
  );
  const gone = new Map<string, { why: WhyGone; names: Set<string>; anew?: Gone['anew'] }>();
  for (const change of left) {
    const { reason, name = 'Um produto', id } = change;
    const why: WhyGone = reason === 'CAMPAIGN' || reason === 'SELECTION' ? reason : 'GONE';
    // Each item has choices of its own; what is not sold any more is said together.
    const key = why === 'SELECTION' ? id : why;
    gone.set(key, {
      why,
      names: (gone.get(key)?.names ?? new Set()).add(name),
      ...(why === 'SELECTION' ? { anew: choicesAnew(change) } : {}),
    });
  }
  return [...gone.values()].map(({ why, names, anew }) => {
    const [one, many] = whyGone[why];
    const name = [...names].join(', ');
    const text =
      names.size === 1 ? `${name} saiu do carrinho: ${one}.` : `Saíram do carrinho: ${name}. Eles ${many}.`;
    return { text, name, ...(anew ? { anew } : {}) };
  });
}

const ofEach = (name: string, count: number): string => (count === 1 ? name : `${name} (${count})`);
const listed = (names: readonly string[]): string => new Intl.ListFormat('pt-BR').format(names);

/**
 * What joining with the account's saved cart did to each line, in sentences; what was cut or left out with
 * the limit that did it, and where a line costs something else than it did there, both prices.
 */
export function mergedText(merged: readonly MergedLine[]): string {
  const joined = merged.filter(({ reason }) => reason === 'MERGED');
  const added = joined.filter(({ from }) => from === 0).map(({ name, to }) => ofEach(name, to));
  const raised = joined
    .filter(({ from }) => from > 0)
    .map(({ name, from, to }) => `${name} passou de ${from} para ${to}`);
  const cut = merged.flatMap(({ name, reason, to }) => {
    if (reason === 'MERGED') return [];
    if (to === 0)
      return [
        `${name} ficou de fora: ${reason === 'MAX' ? 'o máximo por pedido já está no carrinho' : 'não há mais'}`,
      ];
    return [
      `${name} ficou em ${to}: ${reason === 'MAX' ? `o máximo é ${to} por pedido` : to === 1 ? 'só resta 1' : `só restam ${to}`}`,
    ];
  });
  const sentences = [
    ...(added.length > 0 ? [`${added.length === 1 ? 'Entrou' : 'Entraram'} ${listed(added)}`] : []),
    ...(raised.length > 0 ? [listed(raised)] : []),
    ...cut,
  ];
  const prices = merged.flatMap(
    ({ name, to, price }) => (to > 0 && price && priceChangeText({ kind: 'PRICE', ...price }, name)) || [],
  );
  const said = ['Juntamos com o carrinho que você tinha guardado', ...sentences].map(
    (sentence) => `${sentence}.`,
  );
  return [...said, ...prices].join(' ');
}

/**
 * What a campaign's rules still ask of its part of the cart, in words. @param campaign its name; left out where
 * it stands above them
 */
export function issueText({ type, required, current }: ControlIssue, campaign?: string): string {
  const missing = required - current;
  const where = campaign ? ` em ${campaign}` : '';
  switch (type) {
    case 'MIN_TOTAL':
      return `Faltam ${formatReais(cents(missing))} para o pedido mínimo de ${formatReais(cents(required))}${where}.`;
    case 'MIN_ITEMS':
      return `${missing === 1 ? 'Falta 1 item' : `Faltam ${missing} itens`} para o mínimo de ${required}${where}.`;
    case 'MAX_ITEMS':
      return `${campaign ?? 'Esta campanha'} leva até ${required} itens por pedido. Tire ${-missing}.`;
    case 'MAX_PER_ACCOUNT':
      return `${campaign ?? 'Esta campanha'} leva até ${required} itens por pessoa. Tire ${-missing}.`;
  }
}
