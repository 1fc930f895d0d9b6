/** A word in small letters with its capital; one also after an apostrophe or a hyphen: D'Ávila, Ana-Maria. */
export const withCapital = (word: string): string =>
  word.replace(
    /(^|['’-])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toLocaleUpperCase('pt-BR'),
  );

/** The word to greet with. */
export const firstName = (text: string): string =>
  withCapital(text.trim().split(/\s+/)[0]?.toLocaleLowerCase('pt-BR') ?? '');
