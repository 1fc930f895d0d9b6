import { ScreenHeading } from '#components/screen-heading.tsx';
import { Stack } from '#components/stack.tsx';
import { type ScreenId, definition } from '#machines/screens.ts';
import { AppScreen } from './app-screen.tsx';

/** Stands in for a screen that is not drawn yet. */
export const placeholderOf = (screen: ScreenId) =>
  function Placeholder() {
    const { title } = definition(screen);
    return (
      <AppScreen title={title}>
        <Stack gutter>
          <ScreenHeading>{title}</ScreenHeading>
        </Stack>
      </AppScreen>
    );
  };
