/** Words that stand in nearly every sentence of Portuguese. */
const WORDS = new Set(
  'o os à às ao aos um uma de do da dos das em na no que se é está não para por com sem seu sua você já ou e a as'.split(
    ' ',
  ),
);
/** Names of keys, of places, of fields of headers and of shapes on a map, which begin as a sentence does. */
const NAMES =
  /^(?:Enter|Escape|Tab|Home|End|Backspace|Delete|Shift|Space|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Bearer|Content-Type|Date|Age|Screen|Figtree|Feature(?:Collection)?|(?:Multi)?Po(?:int|lygon)|[A-Z]\w+\/[A-Z]\w+)$/;

/** No text for people, wherever it stands: an address, a name of code, a style. */
export const isUnseen = (text: string): boolean =>
  NAMES.test(text.trim()) ||
  /^(?:https?:|\/|#|--|\.|<)\S*$/.test(text.trim()) ||
  /^\p{Ll}+[A-Z]\w*$/u.test(text.trim());

/** Whether a text is Portuguese for people: code is in English and its texts begin small. */
export function isCopy(text: string): boolean {
  if (/[à-üÀ-Ü]/.test(text)) return true;
  if (/^\s*\p{Lu}\p{Ll}*(?:[\s,.:;!?…]|$)/u.test(text) && /\p{Ll}/u.test(text)) return true;
  return (
    /\s/.test(text.trim()) &&
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => WORDS.has(word) && word.length > 1)
  );
}
