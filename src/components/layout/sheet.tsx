import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { classNames } from '#components/form/class-names.ts';
import { IconButton } from '#components/form/icon-button.tsx';
import styles from './sheet.module.css';

interface Props {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /**
   * `auto`: bottom sheet on a phone, dialog in the middle on desktop. `right`: bottom sheet, and a drawer on
   * desktop.
   */
  side?: 'auto' | 'right' | undefined;
  /** The primary action, always in view. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * A native dialog: the browser traps focus, makes the page behind inert, answers Esc and gives focus back.
 * Closing is asked, not done: `open` alone says whether it stands, because the chart may have a reason to
 * keep it.
 */
export function Sheet({ open, title, onClose, side = 'auto', foot, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
    if (!open) return;
    // The page behind must not scroll under the finger, nor jump when its scrollbar goes.
    const page = document.documentElement;
    const bar = window.innerWidth - page.clientWidth;
    page.style.overflow = 'hidden';
    document.body.style.paddingInlineEnd = bar > 0 ? `${bar}px` : '';
    return () => {
      page.style.overflow = '';
      document.body.style.paddingInlineEnd = '';
    };
  }, [open]);

  const askToClose = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const closeOnScrim = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classNames(styles.sheet, styles[side])}
      onCancel={askToClose}
      onClick={closeOnScrim}
    >
      {open ? (
        <div className={styles.box}>
          <div className={styles.handle} aria-hidden="true" />
          <div className={styles.head}>
            <h2 id={id} tabIndex={-1} className={styles.title}>
              {title}
            </h2>
            <IconButton label="Fechar" onClick={onClose} icon={<IconX size={24} aria-hidden="true" />} />
          </div>
          <div className={styles.body}>{children}</div>
          {foot ? <div className={styles.foot}>{foot}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
