import type { LinkTarget } from '#components/form/link.ts';
import styles from './checkout-steps.module.css';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

export interface CheckoutStep {
  label: string;
  state: 'done' | 'now' | 'next';
  /** Back to a finished step. */
  link?: LinkTarget | undefined;
}

export function CheckoutSteps({
  steps,
  label = 'Etapas do pedido',
}: {
  steps: CheckoutStep[];
  label?: string | undefined;
}) {
  return (
    <nav aria-label={label}>
      <ol className={styles.steps}>
        {steps.map(({ label: name, state, link }) => (
          <li key={name} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
            {link && state === 'done' ? (
              <a {...link}>
                {name}
                <VisuallyHidden>, pronta, alterar</VisuallyHidden>
              </a>
            ) : (
              <span>
                {name}
                {state === 'done' ? <VisuallyHidden>, pronta</VisuallyHidden> : null}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
