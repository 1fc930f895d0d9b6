import { Announcer } from './announcer.tsx';
import { Foot } from './foot.ts';
import { Notices } from './notices.tsx';
import { ScreenEffects } from './screen-effects.ts';

/**
 * Around every screen, loaded after the first one: notices, title, focus and what is said, the room that the
 * bars take.
 */
export const Surroundings = () => (
  <>
    <Notices />
    <ScreenEffects />
    <Announcer />
    <Foot />
  </>
);
