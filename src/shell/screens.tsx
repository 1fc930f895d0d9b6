import { type PublicScreenId, type ScreenId, screenIds } from '#machines/navigation/screens.ts';
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { codeLost } from '#client/code-lost.ts';
import { once } from '#client/late.ts';

type PrivateScreenId = Exclude<ScreenId, PublicScreenId>;
/** A screen's file and the name of its export. */
type ScreenModule = readonly [load: () => Promise<Record<string, () => ReactNode>>, name: string];
declare global {
  interface ImportMeta {
    /**
     * The screens of the table with their files: `src/build/screens.ts` writes them out in the place of these
     * words.
     */
    readonly screens: {
      readonly public: Readonly<Record<PublicScreenId, ScreenModule>>;
      readonly private: Readonly<Record<PrivateScreenId, ScreenModule>>;
      /** From src/. */
      readonly files: Readonly<Record<ScreenId, string>>;
    };
  }
}
type ScreenComponent = AsyncRouteComponent<Record<never, never>>;

const first: Partial<Record<ScreenId, ScreenModule>> = import.meta.screens.public;
/** The files of a person's screens are named in a chunk of its own: who looks around needs none of them. */
export const loadLateScreens = once(async () => (await import('./late-screens.ts')).lateScreens);

const screen = (id: ScreenId): ScreenComponent => {
  const load = async () => {
    // Every screen that is not in the first list is in the second
    const [file, name] = first[id] ?? (await loadLateScreens())[id as PrivateScreenId];
    return { Screen: (await file())[name] };
  };
  // The component of a route has no properties
  return lazyRouteComponent(() => load().catch(codeLost), 'Screen') as ScreenComponent;
};

/** Each screen of the table as the component of its route. */
export const components = Object.fromEntries(screenIds.map((id) => [id, screen(id)])) as Record<
  ScreenId,
  ScreenComponent
>; // fromEntries forgets its keys
