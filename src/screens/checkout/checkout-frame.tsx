import { AppScreen } from '#client/app-screen.tsx';
import { useLogo } from '#client/frame-parts.ts';
import { classNames } from '#components/form/class-names.ts';
import { CheckoutSteps } from '#components/order/checkout-steps.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { DesktopHeader } from '#components/layout/desktop-header.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { StepCard } from '#components/order/step-card.tsx';
import { PhoneOnly } from '#components/layout/viewport.tsx';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';
import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './checkout-frame.module.css';
import { FinishedPayment, FinishedQuestions, FinishedShipping } from './finished.tsx';
import { OrderSummary } from './order-summary.tsx';
import { type StepName, useIsPlacing, useSteps } from './steps.ts';

interface Props {
  step: StepName;
  /** The question of this step. */
  title: string;
  busy?: boolean;
  /** Under the step, on its card on a desktop: what leads on. */
  action?: ReactNode;
  children: ReactNode;
}

/**
 * Every step of the checkout: progress, what is settled, the step itself, what is to come; the order beside
 * it on a desktop.
 */
export function CheckoutFrame({ step, title, busy = false, action, children }: Props) {
  const steps = useSteps(step);
  const logo = useLogo();
  const isPlacing = useIsPlacing();
  const at = steps.findIndex(({ state }) => state === 'now') + 1;
  const isDone = (name: StepName) => steps.some((one) => one.name === name && one.state === 'done');
  const bar = <CheckoutSteps steps={steps} />;
  const secure = (
    <span className={styles.secure}>
      <IconShieldLock size={22} aria-hidden="true" />
      Pagamento protegido
    </span>
  );
  return (
    <>
      <DesktopHeader logo={logo} steps={bar} end={secure} />
      <AppScreen title="Finalizar pedido" cart={false} back={isPlacing ? 'closed' : true} busy={busy}>
        <PhoneOnly>{bar}</PhoneOnly>
        <Columns kind="checkout" side={<OrderSummary />} sideLabel="Seu pedido" sideOnPhone="hidden">
          <div className={styles.steps}>
            <div className={styles.heading}>
              <ScreenHeading>
                Finalizar pedido<VisuallyHidden>: {steps[at - 1]?.label}</VisuallyHidden>
              </ScreenHeading>
            </div>
            {isDone('shipping') ? <FinishedShipping canChange={!isPlacing} /> : null}
            {isDone('extraInfo') ? <FinishedQuestions canChange={!isPlacing} /> : null}
            {isDone('payment') ? <FinishedPayment canChange={!isPlacing} /> : null}
            <div className={classNames(at > 1 && styles.apart, busy && styles.waiting)}>
              <StepCard number={at} title={title} state="now">
                <div className={styles.body}>
                  {children}
                  <div className={styles.after}>{action}</div>
                </div>
              </StepCard>
            </div>
            {steps.map(({ name, label, state }, index) =>
              state === 'next' ? <StepCard key={name} number={index + 1} title={label} state="next" /> : null,
            )}
          </div>
        </Columns>
      </AppScreen>
    </>
  );
}
