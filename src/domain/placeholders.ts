/** Text with `{phoneNumber}`, `{accountName}`, `{email}` … filled in. A placeholder without a value stays visible. The result is text, never markup. Source: spec §8. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string | number | undefined>>): string =>
  // A function, since `$&` inside a name would be read as a pattern; own keys only, so that {constructor} stays a word.
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String((Object.hasOwn(values, name) ? values[name] : undefined) ?? placeholder),
  );
