/**
 * Text with `{phoneNumber}`, `{accountName}`, `{email}` … filled in. A placeholder without a value stays
 * visible; an empty value leaves with the comma before it.
 * The result is text, never markup. Source: spec §8.
 */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string =>
  // A function, since `$&` inside a name would be read as a pattern; own keys only, so that {constructor}
  // stays a word.
  text.replace(/(, )?\{(\w+)\}/g, (whole, before: string | undefined, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : value === '' ? '' : `${before ?? ''}${value}`;
  });
