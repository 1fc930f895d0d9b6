import type { ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './screen.module.css';

interface Props {
  top?: ReactNode;
  /** What is fixed at the bottom of a phone; the end of the page is kept clear of it. */
  bar?: 'none' | 'tabs' | 'cart' | 'action' | undefined;
  width?: 'full' | 'content' | 'narrow' | undefined;
  labelledBy?: string | undefined;
  busy?: boolean | undefined;
  children: ReactNode;
}

export function Screen({ top, bar = 'tabs', width = 'content', labelledBy, busy, children }: Props) {
  return (
    <>
      {top}
      <main
        id="conteudo"
        tabIndex={-1}
        className={classNames(styles.main, styles[bar], styles[width])}
        aria-labelledby={labelledBy}
        aria-busy={busy || undefined}
      >
        {children}
      </main>
    </>
  );
}
