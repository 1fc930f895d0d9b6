/** The part of a page that a sign-in link comes to. */
export interface LinkPage {
  /** the search that the page itself took off its address when it came */
  arrived?: string | undefined;
  location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  history: Pick<History, 'state' | 'replaceState'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** Where the token stays in this tab until it is spent or refused: a reload without a network loses no link. */
const KEPT = 'vitrine-link';
/** How long, ms: as long as any link is good. */
const LIFE = 5 * 60_000;
const TOKEN = 'token';
/** For a browser that keeps nothing. */
let held: string | null = null;

/**
 * Takes the token of a sign-in link off the address of this page, before anybody can see, keep or send that on: it
 * stays in no history, and no referrer has it.
 */
export function takeLink(page: LinkPage): void {
  const { location, history, sessionStorage, arrived } = page;
  const search = new URLSearchParams(arrived ?? location.search);
  const token = search.get(TOKEN);
  if (location.pathname !== '/auth' || token === null) return;
  if (arrived === undefined) history.replaceState(history.state, '', location.pathname);
  page.arrived = undefined;
  held = token;
  try {
    sessionStorage.setItem(KEPT, `${Date.now() + LIFE}.${token}`);
  } catch {
    // held for as long as the page lives
  }
}
export function keptLink({ sessionStorage }: Pick<LinkPage, 'sessionStorage'>): string | null {
  if (held !== null) return held;
  try {
    const [until = '', token = null] = sessionStorage.getItem(KEPT)?.split('.') ?? [];
    return Number(until) > Date.now() ? token : null;
  } catch {
    return null;
  }
}
export function dropLink({ sessionStorage }: Pick<LinkPage, 'sessionStorage'>): void {
  held = null;
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // nothing was kept
  }
}
