import { gatesOfEverybody } from './gates.ts';
import { type ScreenOf, type Screens, definition, screensOf } from '#machines/navigation/screens.ts';

type AsideState = {
  [K in ScreenOf<'app'>]: Screens[K] extends { aside: true | 'outside' }
    ? K extends `app.${infer S}`
      ? S
      : never
    : never;
}[ScreenOf<'app'>];
interface Aside {
  description: string;
  always: typeof gatesOfEverybody | readonly [];
}
/**
 * A state for each screen that is read beside whatever one is doing: anybody may, who may be in the store, and
 * some of them whoever may not (specification §2: tracking).
 */
export const asides = Object.fromEntries(
  screensOf('app')
    .filter((id) => definition(id).aside)
    .map((id): [string, Aside] => [
      id.slice('app.'.length),
      {
        description: definition(id).description ?? '',
        always: definition(id).aside === 'outside' ? [] : gatesOfEverybody,
      },
    ]),
  // fromEntries forgets its keys
) as Record<AsideState, Aside>;
