/** A row of the desk's screen table. */
interface DeskScreenDef {
  readonly path: string;
  readonly title: string;
}

/**
 * The screens of the desk: each is a direct child state of its chart, and a test says so. Links, addresses and the
 * events that ask for a screen are made from these rows.
 */
export const deskScreens = {
  today: { path: '/ops', title: 'Hoje' },
  board: { path: '/ops/orders', title: 'Pedidos' },
  order: { path: '/ops/orders/$id', title: 'Pedido' },
  handover: { path: '/ops/handover', title: 'Retirada' },
  money: { path: '/ops/money', title: 'Dinheiro' },
  office: { path: '/ops/office', title: 'Escritório' },
} as const satisfies Record<string, DeskScreenDef>;
export type DeskScreen = keyof typeof deskScreens;
// The keys of a constant table
export const deskScreenIds = Object.keys(deskScreens) as DeskScreen[];

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
