import type { Icon } from '@tabler/icons-react';
import type { FunctionComponent } from 'react';
import { type DeskScreen, deskScreen, deskScreenIds } from '#machines/ops/screens.ts';

/**
 * The screens of the desk with their files: the row `today` of `machines/ops/screens.ts` is drawn by
 * `screens/today-screen.tsx`, which exports `TodayScreen` and, for the rail, `RailIcon`.
 */
interface ScreenParts {
  Screen: FunctionComponent;
  /** null for a screen that has no entry on the rail */
  Icon: Icon | null;
}
type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const fileOf = (screen: string): string => `./screens/${screen}-screen.tsx`;
const nameOf = (screen: string): string => `${screen.charAt(0).toUpperCase()}${screen.slice(1)}Screen`;

/** @throws Error that names each row without its file, each file without its row, and what a file lacks */
export function partsByScreen(modules: Modules): Readonly<Record<DeskScreen, ScreenParts>> {
  const files = deskScreenIds.map(fileOf);
  const lacks = (screen: DeskScreen): string[] => {
    const module = modules[fileOf(screen)];
    if (!module) return [`the row '${screen}' of machines/ops/screens.ts has no file ${fileOf(screen)}`];
    const names = [nameOf(screen), ...(deskScreen(screen).within ? [] : ['RailIcon'])];
    return names.filter((name) => !module[name]).map((name) => `${fileOf(screen)} exports no ${name}`);
  };
  const faults = [
    ...deskScreenIds.flatMap(lacks),
    ...Object.keys(modules)
      .filter((file) => !files.includes(file))
      .map((file) => `${file} has no row of its name in machines/ops/screens.ts`),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.fromEntries(
    deskScreenIds.map((screen) => {
      const module = modules[fileOf(screen)];
      return [screen, { Screen: module?.[nameOf(screen)], Icon: module?.['RailIcon'] ?? null }];
    }),
    // A module says nothing of its types
  ) as Record<DeskScreen, ScreenParts>;
}

export const screenParts = partsByScreen(import.meta.glob('./screens/*-screen.tsx', { eager: true }));
