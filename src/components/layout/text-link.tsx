import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import type { Pressable } from '#components/form/link.ts';
import { LinkOrButton } from '#components/form/link-or-button.tsx';
import styles from './text-link.module.css';

interface Props extends Pressable {
  arrow?: boolean | undefined;
  tone?: 'brand' | 'ink' | undefined;
  label?: string | undefined;
  children: ReactNode;
}

export function TextLink({ arrow, tone = 'brand', label, link, onClick, children }: Props) {
  return (
    <LinkOrButton
      link={link}
      onClick={onClick}
      aria-label={label}
      className={classNames(styles.link, styles[tone])}
    >
      {children}
      {arrow ? <IconChevronRight size={20} aria-hidden="true" /> : null}
    </LinkOrButton>
  );
}
