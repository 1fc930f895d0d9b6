import type { AriaAttributes, ReactNode } from 'react';
import type { Pressable } from './link.ts';

type Aria = {
  [Name in
    | 'aria-current'
    | 'aria-label'
    | 'aria-pressed'
    | 'aria-describedby'
    | 'aria-disabled'
    | 'aria-busy'
    | 'aria-haspopup']?: AriaAttributes[Name] | undefined;
};

interface Props extends Pressable, Aria {
  className?: string | undefined;
  type?: 'button' | 'submit' | undefined;
  form?: string | undefined;
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** A link when there is an address, else a button: the one place that decides. */
export function LinkOrButton({ link, onClick, type = 'button', form, disabled, children, ...rest }: Props) {
  if (link && !disabled)
    return (
      <a {...rest} {...link}>
        {children}
      </a>
    );
  return (
    <button {...rest} type={type} form={form} disabled={disabled} onClick={onClick && (() => onClick())}>
      {children}
    </button>
  );
}
