/** What comes from outside of the book: any value, until it was looked at. */

export const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** What stands in a text of JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a build put beside the book. @returns undefined where there is none: a page of the store answers there */
export const beside = async (base: string, file: string): Promise<unknown> =>
  parsed(await (await fetch(base + file)).text());
