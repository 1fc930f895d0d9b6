import { normaliseOrderCode } from './order-code.ts';
import { pickupCodeIn } from './pickup-code.ts';

/**
 * What a code means that somebody read or typed. `page`: an address of the store. `pickup`: what the counter
 * reads. `code`: sixteen characters, which a key and an order have alike. `stranger`: nothing to this store.
 */
export type Scanned =
  | { kind: 'page'; link: string }
  | { kind: 'pickup'; orderCode: string }
  | { kind: 'code'; code: string }
  | { kind: 'stranger'; text: string };

/** Longest text that a QR code holds, in letters; more of it was never read from one. */
const LONGEST = 4_296;
const IS_LINK = /^(?:https?|web\+vitrine):\S*$/i;
/** A link among words, as messages share it, without what ends its sentence. */
const LINK = /\bhttps?:\/\/\S*[^\s.,;:!?)\]}>"'”»]/i;

/** A front page of another host: every site has one, so it says nothing of this store. */
function isForeignFront(link: string, host: string): boolean {
  const url = URL.canParse(link) ? new URL(link) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.host !== host && url.pathname === '/';
}

/**
 * What a text means, and nothing else than a page of the store is ever followed: of a link whatever host it names,
 * only its path and its query count. Source: D65, D86; decision 134.
 * @param host of the store's own pages @param isPage whether an address is one of the store's pages
 */
export function scannedIn(text: string, host: string, isPage: (link: string) => boolean): Scanned {
  const said = text.trim().slice(0, LONGEST);
  const link = IS_LINK.test(said) ? said : LINK.exec(said)?.[0];
  if (link !== undefined)
    return isPage(link) && !isForeignFront(link, host)
      ? { kind: 'page', link }
      : { kind: 'stranger', text: said };
  const pickup = pickupCodeIn(said)?.orderCode;
  if (pickup !== undefined) return { kind: 'pickup', orderCode: pickup };
  const code = normaliseOrderCode(said);
  return code === null ? { kind: 'stranger', text: said } : { kind: 'code', code };
}
