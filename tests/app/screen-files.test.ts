import path from 'node:path';
import { definition, nameOf, screenIds } from '#machines/navigation/screens.ts';
import { describe, expect, it } from 'vitest';
import { exportOf, filesByScreen, filesOfScreens } from '../../src/build/screens.ts';

const rows = { 'app.a': { name: 'orderList', public: true }, 'app.b': { name: 'help' } } as const;

describe('the files of the screens', () => {
  it('belong to one row each, and each row has one', () => {
    expect(Object.keys(filesByScreen())).toEqual(screenIds);
    expect(new Set(Object.values(filesByScreen())).size).toBe(filesOfScreens().length);
    expect(filesByScreen(rows, ['screens/x/help-screen.tsx', 'screens/y/order-list-screen.tsx'])).toEqual({
      'app.a': 'screens/y/order-list-screen.tsx',
      'app.b': 'screens/x/help-screen.tsx',
    });
  });
  it('are named, and so is the row, where one is without the other', () => {
    const [one, two] = ['screens/x/help-screen.tsx', 'screens/y/order-list-screen.tsx'] as const;
    expect(() => filesByScreen(rows, [one, 'screens/y/orders-screen.tsx'])).toThrow(
      /'app\.a' .* has no file src\/screens\/<area>\/order-list-screen\.tsx\nsrc\/screens\/y\/orders-screen\.tsx has no row/,
    );
    expect(() => filesByScreen(rows, [one, two, 'screens/z/help-screen.tsx'])).toThrow(
      "the row 'app.b' has src/screens/x/help-screen.tsx and src/screens/z/help-screen.tsx",
    );
  });
  it.each(screenIds)('export the component of %s', async (id) => {
    const file = path.resolve(import.meta.dirname, '../../src', filesByScreen()[id] ?? '');
    const module = (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
    expect(module[exportOf(nameOf(id, definition(id)))]).toBeTypeOf('function');
  });
});
