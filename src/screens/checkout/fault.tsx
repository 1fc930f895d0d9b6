import { ErrorState } from '#components/feedback/error-state.tsx';
import type { ComponentProps } from 'react';
import styles from './fault.module.css';

/** What went wrong inside a step; it stands where the step's own content would. */
export function Fault(props: ComponentProps<typeof ErrorState>) {
  return (
    <div className={styles.fault}>
      <ErrorState {...props} />
    </div>
  );
}
