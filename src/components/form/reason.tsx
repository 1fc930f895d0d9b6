import type { Pressable } from './link.ts';
import styles from './reason.module.css';
import { TextLink } from '#components/layout/text-link.tsx';

interface Props {
  /** Of what it explains: its `aria-describedby`. */
  id?: string | undefined;
  children: string;
  /** Where the reason is mended. */
  remedy?: (Pressable & { label: string }) | undefined;
}

/** Why something cannot be pressed yet, and the way to mend it. */
export const Reason = ({ id, children, remedy }: Props) => (
  <p id={id} className={styles.reason}>
    <span>{children}</span>
    {remedy ? (
      <TextLink link={remedy.link} onClick={remedy.onClick}>
        {remedy.label}
      </TextLink>
    ) : null}
  </p>
);
