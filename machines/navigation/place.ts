import type { AnyMachineSnapshot } from 'xstate';
import {
  type NavigationRequest,
  type ParamsOf,
  type Place,
  type ScreenId,
  type SearchOf,
  definition,
  isScreen,
} from './screens.ts';

/** By path of the table, read once: a list has many links. */
const namesIn = new Map<string, readonly string[]>();
/** The names in a path: `/store/$campaignId` → ['campaignId']. */
export function paramNames(path: string): readonly string[] {
  let names = namesIn.get(path);
  if (!names) namesIn.set(path, (names = [...path.matchAll(/\$(\w+)/g)].map((match) => match[1] ?? '')));
  return names;
}

export function ask<K extends ScreenId>(
  screen: K,
  params: ParamsOf<K>,
  ...rest: Record<string, never> extends SearchOf<K> ? [search?: SearchOf<K>] : [search: SearchOf<K>]
): NavigationRequest<K> {
  // K is a union to the compiler, one screen to the caller
  return { type: `asked.${screen}`, params, search: rest[0] ?? {} } as unknown as NavigationRequest<K>;
}
export const toAsked = (place: Place): NavigationRequest =>
  // Same union, member by member
  ({ type: `asked.${place.screen}`, params: place.params, search: place.search }) as NavigationRequest;

/**
 * The place an event asks for, with the parameters of its screen only.
 * @throws Error when one of them is missing
 */
export function placeOf(screen: ScreenId, params: object, search: object = {}): Place {
  const own: Record<string, string> = {};
  for (const name of paramNames(definition(screen).path)) {
    const value: unknown = Reflect.get(params, name);
    if (typeof value !== 'string') throw new Error(`${screen} needs ${name}`);
    own[name] = value;
  }
  return { screen, params: own, search } as Place; // names checked above against the same table as the type
}
/** The screen that an event asks for: its type names it. */
export const screenAsked = ({ type }: { type: NavigationRequest['type'] }): ScreenId =>
  type.slice('asked.'.length) as ScreenId; // slice forgets what it leaves
export const placeAsked = (asked: NavigationRequest): Place =>
  placeOf(screenAsked(asked), asked.params, asked.search);

/** A parameter of a navigation request, whatever its screen. */
export const param = (asked: NavigationRequest, name: string): string | null => {
  const value: unknown = Reflect.get(asked.params, name);
  return typeof value === 'string' ? value : null;
};
/** The same of its search. */
export const searched = (asked: NavigationRequest, name: string): string | null => {
  const value: unknown = Reflect.get(asked.search, name);
  return typeof value === 'string' ? value : null;
};
/** Where a chart is, by its own state; null while it is booting, opening, handing over or at an end. */
export function placeIn({ machine, value, context }: AnyMachineSnapshot): Place | null {
  const state = typeof value === 'string' ? value : Object.keys(value)[0];
  const id = `${machine.id}.${state}`;
  const asked: unknown = Reflect.get(context, 'asked');
  return isScreen(id) && isNavigationRequest(asked) ? placeOf(id, asked.params, searchFor(id, asked)) : null;
}
const isNavigationRequest = (value: unknown): value is NavigationRequest =>
  typeof value === 'object' && value !== null && 'params' in value && 'search' in value;
/** Search parameters belong to the screen they were given for. */
const searchFor = (id: ScreenId, asked: NavigationRequest): object =>
  asked.type === `asked.${id}` ? asked.search : {};

/** Of one path, whatever is looked for there. */
export const samePath = (a: Place | null, b: Place | null): boolean =>
  a === b || (a !== null && b !== null && a.screen === b.screen && sameBag(a.params, b.params));
export const samePlace = (a: Place | null, b: Place | null): boolean =>
  a === b || (a !== null && b !== null && samePath(a, b) && sameBag(a.search, b.search));
function sameBag(a: object, b: object): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Reflect.get(a, name) === Reflect.get(b, name))
  );
}
