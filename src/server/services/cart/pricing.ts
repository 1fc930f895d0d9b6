import type { Campaign } from '#contract/campaign.ts';
import type { CartChange, CartLine, PricedLine } from '#contract/cart.ts';
import { cents, reaisOf } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import { clampLines } from '#domain/cart-limits.ts';
import { type CartTotals, type CouponValue, cartTotals } from '#domain/money/cart-totals.ts';
import { rulesOfCampaign } from '#domain/money/discount.ts';
import { boxPrice } from '#domain/selection.ts';
import type { item } from '#server/db/schema/shop/item.ts';
import { type Filled, fill } from './kit.ts';
import type { Shelf } from './shelf.ts';
import type { CampaignRow, Reference } from '#server/services/catalog/reference.ts';

type ItemRow = typeof item.$inferSelect;
export interface Reserved {
  itemId: string;
  quantity: number;
}

/**
 * A cart with today's prices: the only place where a price is made. Amounts in centavos inside, reais in
 * `lines`.
 */
export interface Priced {
  lines: PricedLine[];
  totals: CartTotals;
  changes: CartChange[];
  campaigns: CampaignRow[];
  rules: ReturnType<typeof rulesOfCampaign>;
  /** units of stock that the lines take, by item, ascending */
  demand: Reserved[];
}

// Written by the importer in the contract's shape
const bodyOf = (row: CampaignRow) => row.body as unknown as Omit<Campaign, 'facts'>;
export const controlsOf = (row: CampaignRow) => bodyOf(row).cartControls;
export const dependsOf = (row: CampaignRow) => bodyOf(row).depends;
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * Price, units and parts of one of a line: of the package when it names one. Null when the item or package is
 * not sold any more, or what was chosen does not fit.
 */
function oneOf(
  line: CartLine,
  row: ItemRow | undefined,
  rowOf: (id: string) => ItemRow | undefined,
): (Filled & { units: number }) | 'GONE' | 'SELECTION' {
  if (!row?.active || row.campaignId !== line.campaignId) return 'GONE';
  const box =
    line.packageId === undefined ? undefined : row.packages.find((one) => one.id === line.packageId);
  if (line.packageId !== undefined && !box) return 'GONE';
  const filled = fill(line, row, rowOf);
  if (!filled) return 'SELECTION';
  if (!box) return { ...filled, units: 1 };
  // What was chosen is inside each one of the box.
  const { price, parts, choices } = filled;
  return {
    price: boxPrice({ price: cents(box.price), units: box.units }, row.price, price),
    parts: parts.map((part) => ({ ...part, units: part.units * box.units })),
    choices,
    units: box.units,
  };
}

/**
 * Prices lines from the database alone. Lines that are gone leave, quantities are cut to stock and limits,
 * both told in `changes`; a sold-out line stays, marked `available: 0`.
 * @param held     what this cart's own lock has taken from stock already
 * @param coupon   one that fits
 * @param percent  that the chosen way of paying takes off
 */
export function priceLines(
  reference: Reference,
  shelf: Shelf,
  lines: readonly CartLine[],
  held: readonly Reserved[],
  coupon: CouponValue | null = null,
  percent = 0,
): Priced {
  const campaignIds = [...new Set(lines.map((line) => line.campaignId))];
  const campaigns = reference.campaigns.filter((row) => row.active && campaignIds.includes(row.id));
  const byId = new Map(
    shelf.map(({ row, quantity, paused }) => [
      row.id,
      {
        row,
        paused,
        left: paused ? 0 : (quantity ?? 0) + (held.find((one) => one.itemId === row.id)?.quantity ?? 0),
      },
    ]),
  );
  const nameOf = new Map(campaigns.map((row) => [row.id, row.name]));
  const changes: CartChange[] = [];

  const rowOf = (id: string) => byId.get(id)?.row;
  const leftOf = (id: string) => byId.get(id)?.left ?? 0;

  const sold = lines.flatMap((line) => {
    const known = byId.get(line.id);
    const one = oneOf(line, known?.row, rowOf);
    if (known && typeof one === 'object' && nameOf.has(line.campaignId))
      return [{ line, row: known.row, left: known.left, ...one }];
    changes.push({
      id: line.id,
      campaignId: line.campaignId,
      kind: 'REMOVED',
      reason: typeof one === 'object' ? 'CAMPAIGN' : one,
      ...(known ? { name: known.row.name } : {}),
      ...(one === 'SELECTION' && line.selection ? { selection: line.selection } : {}),
    });
    return [];
  });
  const facts = new Map(sold.map((one) => [lineKey(one.line), one]));
  const { lines: fitting, changes: cuts } = clampLines(
    sold.map(({ line }) => line),
    (line) => {
      const one = facts.get(lineKey(line));
      return {
        stock: one?.left,
        max: one?.row.max ?? undefined,
        units: one?.units,
        parts: one?.parts.map((part) => ({ ...part, stock: leftOf(part.id) })),
      };
    },
  );
  for (const cut of cuts)
    changes.push({
      id: cut.id,
      campaignId: cut.campaignId,
      kind: 'QUANTITY',
      reason: cut.reason === 'MAX' ? 'LIMIT' : 'STOCK',
      before: cut.wanted,
      after: cut.to,
      ...(byId.get(cut.id) ? { name: byId.get(cut.id)?.row.name ?? '' } : {}),
    });

  const quantityOf = new Map(fitting.map((line) => [lineKey(line), line.quantity]));
  const rules = campaigns.flatMap((row) => rulesOfCampaign(row.id, controlsOf(row).discountRules));
  const totals = cartTotals({
    lines: sold
      .filter(({ line }) => quantityOf.has(lineKey(line)))
      .map(({ line, price }) => ({ ...line, quantity: quantityOf.get(lineKey(line)) ?? 0, price })),
    rules,
    coupon,
    paymentDiscountPercent: percent,
  });
  const totalOf = new Map(totals.lines.map((line) => [line.key, line]));

  const demand = new Map<string, number>();
  const take = (id: string, units: number) => demand.set(id, (demand.get(id) ?? 0) + units);
  const priced = sold.map(({ line, row, left, price, listPrice, units, parts, choices }): PricedLine => {
    const key = lineKey(line);
    const quantity = quantityOf.get(key);
    if (quantity !== undefined) {
      take(row.id, quantity * units);
      for (const part of parts) take(part.id, quantity * part.units);
    }
    const paused = [row.id, ...parts.map(({ id }) => id)].flatMap((id) => byId.get(id)?.paused ?? [])[0];
    const sums = totalOf.get(key);
    const body = row.body;
    const images = Array.isArray(body['images']) ? body['images'] : [];
    const properties = (body['properties'] ?? {}) as Record<string, unknown>; // a Bag in the contract
    const unit =
      line.packageId === undefined
        ? text(properties['unit'])
        : row.packages.find((box) => box.id === line.packageId)?.name;
    const image = text(images[0]);
    const tint = text(properties['tint']);
    return {
      ...line,
      quantity: quantity ?? line.quantity,
      name: row.name,
      campaignName: nameOf.get(line.campaignId) ?? '',
      ...(image ? { image } : {}),
      ...(unit ? { unit } : {}),
      ...(tint ? { tint } : {}),
      ...(properties['durable'] === true ? { durable: true } : {}),
      unitPrice: reaisOf(price),
      ...(listPrice === undefined ? {} : { listPrice: reaisOf(listPrice) }),
      discount: reaisOf(sums?.discount ?? cents(0)),
      ...(sums?.percent ? { percent: sums.percent } : {}),
      total: reaisOf(sums?.net ?? cents(0)),
      available:
        quantity === undefined
          ? 0
          : Math.max(
              0,
              Math.min(
                Math.floor(left / units),
                ...parts.map((part) => Math.floor(leftOf(part.id) / part.units)),
              ),
            ),
      ...(row.max === null ? {} : { max: row.max }),
      ...(choices.length ? { choices } : {}),
      ...(paused ? { paused } : {}),
    };
  });
  const lineRooms = sold.map(({ line, row, units, parts }, index): number => {
    const own = quantityOf.get(lineKey(line)) ?? 0;
    return Math.min(
      priced[index]?.available ?? 0,
      ...[{ id: row.id, units }, ...parts].map((part) => {
        const byOthers = (demand.get(part.id) ?? 0) - own * part.units;
        return Math.max(0, Math.floor((leftOf(part.id) - byOthers) / part.units));
      }),
    );
  });
  return {
    lines: priced.map((line, index) => {
      const room = lineRooms[index] ?? line.available;
      return room < line.available ? { ...line, room } : line;
    }),
    totals,
    changes,
    campaigns,
    rules,
    demand: [...demand]
      .map(([itemId, quantity]) => ({ itemId, quantity }))
      .toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)),
  };
}
