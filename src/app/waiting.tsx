import { SandboxRibbon } from '#components/sandbox-ribbon.tsx';
import { Screen } from '#components/screen.tsx';
import { CheckoutSkeleton, RowsSkeleton, Waiting as Said } from '#components/skeleton-screens.tsx';
import { Stack } from '#components/stack.tsx';
import type { ScreenId } from '#machines/screens.ts';

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
