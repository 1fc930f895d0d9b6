import type { Endpoint } from '#contract/endpoint.ts';

type Values = object | undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const texts = (value: unknown): string[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.map(textOf) : [textOf(value)];

/**
 * The address of a call: parameters percent-encoded into the path, list values of the query repeated
 * (`?tags=a&tags=b`).
 * @throws Error when a parameter of the path is missing: a bug of the caller
 */
export function addressOf({ name, path }: Endpoint, params: Values, query: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const [value] = texts(params && Reflect.get(params, key));
    if (!value) throw new Error(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    for (const text of texts(value)) search.append(key, text);
  const asked = search.toString();
  return asked ? `${filled}?${asked}` : filled;
}
