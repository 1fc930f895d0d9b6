import { Button } from '#components/form/button.tsx';
import type { CheckoutStep } from './checkout-blocker.ts';

/** The usual steps, under the short way of a known buyer. */
export const ChooseAnew = ({ next: { chooseAnew, reason, isBusy } }: { next: CheckoutStep }) =>
  chooseAnew ? (
    <Button kind="ghost" onClick={isBusy ? undefined : chooseAnew} disabled={reason !== null}>
      Escolher de novo
    </Button>
  ) : null;
