import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { charts, ownedScreens } from '#machines/navigation/charts.ts';
import { paramNames } from '#machines/navigation/place.ts';
import { definition, nameOf, screenIds } from '#machines/navigation/screens.ts';
import { paths, pathsOf } from '#tests/tools/coverage/paths.ts';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];
const askedIn = (node: AnyStateNode): string[] =>
  [...node.transitions.keys()].filter((descriptor) => descriptor.startsWith('asked'));

describe('the screen table', () => {
  it('has the paths of the specification', () => {
    const specified = new Map(paths.map(({ id, what }) => [what.slice(what.indexOf(' /') + 1), id]));
    for (const screen of screenIds) {
      const row = definition(screen);
      const { only } = row;
      // Of a type of code with rows of its own (D4).
      const name = nameOf(screen, row)
        .replace(/^(?:order|update|signUp)(?=Verification|Activation)/, '')
        .replace(/^./, (first) => first.toLowerCase());
      const channels = only?.['channel'] ?? [''];
      const ids = channels.map((channel) => (channel ? `${channel}${capital(name)}` : name));
      expect([screen, pathsOf(screen).map((path) => specified.get(path))]).toEqual([
        screen,
        ids.map((id) => `path.${id}`),
      ]);
    }
  });
  it('names each screen and each path once', () => {
    for (const kind of ['name', 'path', 'title'] as const) {
      const all = screenIds.map((id) =>
        kind === 'name' ? nameOf(id, definition(id)) : definition(id)[kind],
      );
      if (kind !== 'title') expect(new Set(all).size).toBe(all.length);
      expect(all.every((text) => text.length > 0)).toBe(true);
    }
  });
  it('limits only parameters that its paths have', () => {
    for (const id of screenIds)
      expect(
        Object.keys(definition(id).only ?? {}).filter(
          (name) => !paramNames(definition(id).path).includes(name),
        ),
        id,
      ).toEqual([]);
  });
  it('gives each screen to exactly one chart, as a direct state of it', () => {
    expect([...ownedScreens().keys()].toSorted()).toEqual(screenIds.toSorted());
  });
});

describe('the charts that own screens', () => {
  it('listen to wishes for screens that exist, and to nothing like them', () => {
    const strange: string[] = [];
    let seen = 0;
    for (const [name, machine] of Object.entries(charts)) {
      for (const node of nodesOf(machine.root)) {
        for (const descriptor of askedIn(node)) {
          seen += 1;
          const wish = descriptor.replace(/^asked\./, '').replace(/\*$/, '');
          const isKnown =
            descriptor === 'asked.*' ||
            (descriptor.endsWith('.*')
              ? screenIds.some((id) => id.startsWith(wish))
              : (screenIds as string[]).includes(wish));
          if (!isKnown) strange.push(`${name} ${node.id}: ${descriptor}`);
        }
      }
    }
    expect(strange).toEqual([]);
    expect(seen).toBeGreaterThan(screenIds.length);
  });
  it('can be asked for every one of their screens from anywhere', () => {
    for (const [id, machine] of ownedScreens())
      expect([...machine.root.transitions.keys()], id).toContain(`asked.${id}`);
  });
});
