import type { ElementType, FormEventHandler, ReactNode, Ref } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './stack.module.css';

type Gap = 0 | 1 | 2 | 3 | 4 | 6 | 8;

interface StackProps {
  gap?: Gap | undefined;
  gutter?: boolean | undefined;
  as?: ElementType | undefined;
  id?: string | undefined;
  /** With `as="form"`: the shop says in its own words what is missing, never the browser in its. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined;
  ref?: Ref<HTMLFormElement> | undefined;
  /** With `as="fieldset"`: nothing in it can be used yet. */
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** One under the other. */
export function Stack({ gap = 3, gutter, as: Tag = 'div', children, ...rest }: StackProps) {
  return (
    <Tag
      {...rest}
      {...(Tag === 'form' ? { noValidate: true } : {})}
      className={classNames(styles.stack, styles[`gap${gap}`], gutter && styles.gutter)}
    >
      {children}
    </Tag>
  );
}

interface RowProps {
  gap?: Gap | undefined;
  align?: 'center' | 'start' | 'baseline' | undefined;
  between?: boolean | undefined;
  wrap?: boolean | undefined;
  children: ReactNode;
}

/** One beside the other. */
export function Row({ gap = 2, align = 'center', between, wrap, children }: RowProps) {
  return (
    <div
      className={classNames(
        styles.row,
        styles[`gap${gap}`],
        styles[align],
        between && styles.between,
        wrap && styles.wrap,
      )}
    >
      {children}
    </div>
  );
}
