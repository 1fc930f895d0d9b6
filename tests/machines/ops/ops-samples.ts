import type { Board } from '#machines/ops/board.ts';
import type { OpsCard, OpsEvent, OpsOrder } from '#contract/ops/orders.ts';
import type { Role } from '#contract/ops/role.ts';
import type { Me } from '#contract/ops/session.ts';
import type { Movable } from '#machines/ops/moves.machine.ts';
import type { DeskScreen } from '#machines/ops/screens.ts';

/** Small things of the operator's side for the tests of its charts. */

const id = (n: number) => `00000009-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-21T12:00:00.000Z';

export const staff = (role: Role): Me => ({
  id: id(1),
  name: 'Rui Tavares',
  contact: 'r***@vitrine.example',
  role,
  shop: 'Feira',
  endsAt: '2026-11-21T20:00:00.000Z',
});
export const movable = (n: number, more: Partial<Movable> = {}): Movable => ({
  orderId: id(100 + n),
  childId: id(200 + n),
  code: `CODE${n}`,
  state: 'PAID',
  version: n,
  allowedEvents: ['preparation.started', 'order.canceled'],
  ...more,
});
const card = (n: number, allowedEvents: OpsEvent[] = ['preparation.started']): OpsCard => ({
  orderId: id(100 + n),
  childId: id(200 + n),
  code: `CODE${n}`,
  orderCode: `CODE${n}`,
  parts: 1,
  state: 'PAID',
  version: 1,
  type: 'PICKUP',
  name: 'Marina P.',
  campaign: { id: id(2), name: 'Feira' },
  createdAt: at,
  since: at,
  isOverdue: false,
  lines: [{ name: 'Tomate', quantity: 2 }],
  total: 10,
  allowedEvents,
});
/** A board on which these parts are new. */
export const boardOf = (...parts: number[]): Board => ({
  now: at,
  columns: [{ id: 'new', total: parts.length, cards: parts.map((n) => card(n)) }],
  hubs: [],
  campaigns: [],
  day: { soldOut: 0, hours: [], awaited: [] },
});
export const childOf = (n: number): string => id(200 + n);
export const opsOrder: OpsOrder = {
  id: id(101),
  code: 'CODE1',
  state: 'READY_FOR_PICKUP',
  version: 3,
  type: 'PICKUP',
  createdAt: at,
  buyer: { name: 'Marina P.' },
  isMasked: true,
  revealable: [],
  parts: [],
  totals: { subTotal: 10, discount: 0, shipping: 0, total: 10 },
  allowedEvents: [],
  charges: [],
  refunds: [],
  disputes: [],
  history: [],
};

const all: readonly Role[] = ['OWNER', 'OPERATOR', 'SUPPORT', 'VIEWER'];
/** Who opens which screen of the desk, as the operator's design says it. */
export const openTo: Readonly<Record<DeskScreen, readonly Role[]>> = {
  today: all,
  board: all,
  order: all,
  handover: ['OWNER', 'OPERATOR'],
  money: ['OWNER', 'OPERATOR'],
  office: ['OWNER', 'OPERATOR', 'SUPPORT'],
};
