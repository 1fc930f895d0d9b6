/** What was made of the texts that were asked for last; the one asked for longest ago goes first. */
export function remembered<V>(most: number, make: (text: string) => V): (text: string) => V {
  const made = new Map<string, V>();
  return (text) => {
    const value = made.has(text) ? (made.get(text) as V) : make(text); // asked above: a value may be undefined
    made.delete(text);
    made.set(text, value);
    const [oldest] = made.keys();
    if (made.size > most && oldest !== undefined) made.delete(oldest);
    return value;
  };
}
