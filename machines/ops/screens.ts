import type { OpsAction, Role } from '#contract/ops/role.ts';
import { may } from '#domain/ops/roles.ts';

/** A row of the desk's screen table. */
interface DeskScreenDef {
  readonly path: string;
  readonly title: string;
  /** what a role must be allowed so that the screen opens (`src/domain/ops/roles.ts`) */
  readonly action: OpsAction;
  /** the screen that it belongs to: it has no entry of its own on the rail */
  readonly within?: string;
}

/**
 * The screens of the desk, in the order of its rail. Each is a direct child state of its chart and has a file of its
 * name in `src/ops/screens/`. Links, addresses, titles, the rail, who comes in and the events that ask for a screen
 * are made from these rows.
 */
export const deskScreens = {
  today: { path: '/ops', title: 'Hoje', action: 'orders.read' },
  board: { path: '/ops/orders', title: 'Pedidos', action: 'orders.read' },
  order: { path: '/ops/orders/$id', title: 'Pedido', action: 'orders.read', within: 'board' },
  handover: { path: '/ops/handover', title: 'Retirada', action: 'handover' },
  money: { path: '/ops/money', title: 'Dinheiro', action: 'money.read' },
  office: { path: '/ops/office', title: 'Escritório', action: 'audit.read' },
} as const satisfies Record<string, DeskScreenDef>;
export type DeskScreen = keyof typeof deskScreens;
export const deskScreen = (screen: DeskScreen): DeskScreenDef => deskScreens[screen];
// The keys of a constant table
export const deskScreenIds = Object.keys(deskScreens) as DeskScreen[];
/** Whether a screen is of one thing, which its address names. */
export const needsId = (screen: DeskScreen): boolean => deskScreens[screen].path.includes('$id');
/** Whether a role opens a screen. */
export const opens = (role: Role, screen: DeskScreen): boolean => may(role, deskScreens[screen].action);

/** Where somebody is, or wants to be. */
export interface DeskPlace {
  screen: DeskScreen;
  /** of the path */
  id: string | null;
  /** what the address says besides: view and filters */
  search: Readonly<Record<string, string>>;
}
export type DeskRequest = { type: `asked.${DeskScreen}`; id: string | null; search: DeskPlace['search'] };

/** The event that asks for a place. */
export const requestOf = ({ screen, id, search }: DeskPlace): DeskRequest => ({
  type: `asked.${screen}`,
  id,
  search,
});
/** The place that an event asks for; null for every other event. */
export function placeOf(event: { type: string }): DeskPlace | null {
  const screen = deskScreenIds.find((one) => event.type === `asked.${one}`);
  if (!screen) return null;
  const { id, search } = event as DeskRequest; // by its type
  return { screen, id, search };
}

/** The address of a place. */
export function addressOf({ screen, id, search }: DeskPlace): string {
  const path = deskScreens[screen].path.replace('$id', encodeURIComponent(id ?? ''));
  const query = new URLSearchParams(search).toString();
  return query ? `${path}?${query}` : path;
}

export const LOGIN_PATH = '/ops/login';
export const FIRST_PLACE: DeskPlace = { screen: 'today', id: null, search: {} };

/** What stands in a path; undefined for what is no text in UTF-8. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The place that an address names; null for the sign-in and for an address that leads nowhere. */
export function placeAt(address: string): DeskPlace | null {
  const { pathname, searchParams } = new URL(address, 'http://desk');
  const path = pathname.replace(/(?<=.)\/$/, '');
  for (const screen of deskScreenIds) {
    const pattern = new RegExp(`^${deskScreens[screen].path.replace('$id', '([^/]+)')}$`);
    const match = pattern.exec(path);
    const id = match?.[1] === undefined ? null : decoded(match[1]);
    if (match && id !== undefined) return { screen, id, search: Object.fromEntries(searchParams) };
  }
  return null;
}
