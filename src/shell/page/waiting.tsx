import { SandboxRibbon } from '#components/feedback/sandbox-ribbon.tsx';
import { Screen } from '#components/layout/screen.tsx';
import { CheckoutSkeleton, RowsSkeleton, Waiting as Said } from '#components/feedback/skeleton-screens.tsx';
import { Stack } from '#components/layout/stack.tsx';
import type { ScreenId } from '#machines/navigation/screens.ts';

/**
 * The shape of a private screen before anything is known about the person: the page that the server sends for
 * it.
 */
export function Waiting({ screen, sandbox }: { screen: ScreenId; sandbox: boolean }) {
  return (
    <>
      {sandbox ? <SandboxRibbon link={{ href: '/sandbox' }} /> : null}
      <Screen
        bar="none"
        width={screen.startsWith('checkout.') || screen === 'app.cart' ? 'content' : 'narrow'}
        busy
      >
        {screen.startsWith('checkout.') ? <CheckoutSkeleton /> : <RowsWaiting />}
      </Screen>
    </>
  );
}

export const RowsWaiting = () => (
  <Said>
    <Stack gutter>
      <RowsSkeleton />
    </Stack>
  </Said>
);

/** While a screen's code is on its way over a slow network. */
export const Pending = () => (
  <Screen bar="none" busy>
    <RowsWaiting />
  </Screen>
);
