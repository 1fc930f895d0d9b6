import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { render } from '#shell/render.tsx';
import { definition, screenIds } from '#machines/navigation/screens.ts';
import { describe, expect, it } from 'vitest';
import { filesByScreen } from '../../src/build/screens.ts';
import { tenantOf } from './stub-shop.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

/** What a module loads with itself: neither types nor what is imported when it is needed. */
function loads(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  const named = [
    ...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm),
  ];
  return named
    .filter(([, names]) => !names || !/^\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}$/.test(names))
    .map(([, , from]) => from ?? '');
}
function resolve(from: string, file: string): string | null {
  if (from.startsWith('.')) return path.resolve(path.dirname(file), from);
  const [alias, target] = Object.entries(imports).find(([name]) => from.startsWith(name.slice(0, -1))) ?? [];
  return alias && target ? path.join(root, target.slice(0, -1), from.slice(alias.length - 1)) : null;
}
/** Every module and package that comes with `entries`. */
function reach(entries: string[]): { files: string[]; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file) || !/\.tsx?$/.test(file)) return;
    files.add(file);
    for (const from of loads(file)) {
      const next = resolve(from, file);
      if (next) visit(next);
      else packages.add(from);
    }
  };
  for (const entry of entries) visit(path.join(root, 'src', entry));
  return { files: [...files].map((file) => path.relative(root, file)), packages };
}
const chartsIn = (files: string[]) =>
  files.flatMap((file) => /^machines\/(?:.+\/)?([\w-]+)\.machine\.ts$/.exec(file)?.[1] ?? []).sort();

/**
 * The charts that a shop window needs; a flow comes with its first screen. A new one here costs every first
 * visit.
 */
const SHOP_WINDOW = [
  'app',
  'campaigns',
  'catalog',
  'location',
  'marketplace',
  'network',
  'product',
  'session',
];
const screenFiles = filesByScreen();
const publicFiles = screenIds.filter((id) => definition(id).public).map((id) => screenFiles[id] ?? '');

describe('the first load', () => {
  const window = reach(['main.tsx', ...publicFiles]);
  it('sees the whole program', () => {
    expect(window.files.length).toBeGreaterThan(100);
    expect(publicFiles.length).toBeGreaterThanOrEqual(1);
  });
  it('has the charts of the shop window and no others', () => {
    const others = publicFiles.filter((file) => file !== screenFiles['app.products']);
    expect(chartsIn(reach(['main.tsx', ...others]).files)).toEqual(SHOP_WINDOW);
    // The list of everything brings its own.
    expect(chartsIn(window.files)).toEqual([...SHOP_WINDOW, 'products', 'suggestions'].sort());
  });
  it('leaves forms, maps and calls of buyers for later', () => {
    expect(
      [...window.packages].filter((name) =>
        /mantine|maplibre|jose|^ky$|idb|valibot|@xstate\/react/.test(name),
      ),
    ).toEqual([]);
    const late = [
      'src/contract/order/order.ts',
      'src/contract/people/account.ts',
      'src/contract/people/lead.ts',
      'src/contract/people/session.ts',
      'src/contract/payment/payment.ts',
      'src/contract/stream.ts',
      'src/shell/wiring/flow-logic.ts',
      'src/client/flow-hooks.ts',
      'src/shell/wiring/session-logic.ts',
      'src/shell/after-first-screen.ts',
      'src/shell/page/crash-state.tsx',
      'src/client/device.ts',
      'src/shell/new-version.ts',
      'src/shell/page/notices.tsx',
      'src/shell/late-screens.ts',
      'src/shell/page/screen-effects.ts',
      'src/shell/page/title.ts',
      'src/shell/wiring/without-server.ts',
      'machines/navigation/refusal.ts',
    ];
    expect(window.files.filter((file) => late.includes(file))).toEqual([]);
    // Of the contract only what a chart must know of a failure, of money and of a phone; schemas and client
    // come with the first call.
    expect(window.files.filter((file) => /^src\/(?:contract|api)\//.test(file)).sort()).toEqual([
      'src/contract/constants.ts',
      'src/contract/fault.ts',
      'src/contract/money.ts',
      'src/contract/people/phone.ts',
    ]);
  });
  it('brings the hooks of a flow, and their library, with its screens', () => {
    for (const screen of [
      'checkout/checkout-screen',
      'login/verification-screen',
      'signup/sign-up-name-screen',
      'location/location-screen',
    ])
      expect(reach([`screens/${screen}.tsx`]).packages, screen).toContain('@xstate/react');
  });
  it('brings the flows in one piece', () => {
    expect(chartsIn(reach(['shell/wiring/flow-logic.ts']).files)).toEqual(
      expect.arrayContaining(['address', 'checkout', 'login', 'pix', 'signup']),
    );
  });
});

describe('the page for times without a network', () => {
  it('names files that exist', async () => {
    const nothing = () => Promise.reject(new Error('nothing is asked'));
    const asked = {
      url: '/offline',
      tenant: tenantOf(),
      sandbox: false,
      origin: 'http://shop.test',
      now: 0,
      fetch: nothing,
    };
    const { files } = await render(asked);
    for (const file of files) expect(existsSync(path.join(root, 'src', file)), file).toBe(true);
    // Loaded on demand by what runs before the first drawing: without one of them nothing is drawn.
    for (const needed of [
      'shell/left-behind.ts',
      'shell/wiring/without-server.ts',
      'shell/after-first-screen.ts',
      'shell/page/crash-state.tsx',
    ])
      expect(files).toContain(needed);
  });
});
