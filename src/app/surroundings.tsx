import { Notices } from './notices.tsx';
import { ScreenEffects } from './screen-effects.ts';

/** Around every screen, loaded after the first one: notices, title, focus. */
export const Surroundings = () => (
  <>
    <Notices />
    <ScreenEffects />
  </>
);
