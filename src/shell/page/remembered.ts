/**
 * What was made of the texts that were asked for last; the one asked for longest ago goes first.
 * @param make may be given more than the text, which then names it
 */
export function remembered<V, From extends unknown[]>(
  most: number,
  make: (text: string, ...from: From) => V,
): (text: string, ...from: From) => V {
  const made = new Map<string, V>();
  return (text, ...from) => {
    const value = made.has(text) ? (made.get(text) as V) : make(text, ...from); // asked above: a value may be undefined
    made.delete(text);
    made.set(text, value);
    const [oldest] = made.keys();
    if (made.size > most && oldest !== undefined) made.delete(oldest);
    return value;
  };
}
