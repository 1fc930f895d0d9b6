/** Access keys and invitations as people hand them on: 16 characters, typed in fours, or in a link. */

/** The path of the screen that uses one. */
const PATH = '/invite/code';

/**
 * The key in what somebody typed, pasted or opened: of a link whatever host it names, the key in it; anything else
 * stays as it is, for the server to judge. Source: D65, D86.
 */
export function accessKeyIn(text: string): string {
  const typed = text.trim();
  if (!/^(?:https?|web\+vitrine):/i.test(typed) || !URL.canParse(typed)) return typed;
  return new URL(typed).searchParams.get('key')?.trim() ?? typed;
}

/** A key in fours, as the shop writes it. */
export const formatAccessKey = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

/** The link that brings somebody to the shop with a key. @param origin of the shop's pages */
export const accessKeyLink = (origin: string, code: string): string =>
  `${origin}${PATH}?key=${encodeURIComponent(code)}`;
