import { SandboxRibbon } from '#components/feedback/sandbox-ribbon.tsx';
import { Screen } from '#components/layout/screen.tsx';
import { CheckoutSkeleton, RowsSkeleton, Waiting as Said } from '#components/feedback/skeleton-screens.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { type ScreenId, chartOf } from '#machines/navigation/screens.ts';

/**
 * The shape of a private screen before anything is known about the person: the page that the server sends for
 * it.
 */
export function Waiting({ screen, sandbox }: { screen: ScreenId; sandbox: boolean }) {
  const isPurchase = chartOf(screen) === 'checkout';
  return (
    <>
      {sandbox ? <SandboxRibbon link={{ href: '/sandbox' }} /> : null}
      <Screen bar="none" width={isPurchase || screen === 'app.cart' ? 'content' : 'narrow'} busy>
        {isPurchase ? <CheckoutSkeleton /> : <RowsWaiting />}
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
