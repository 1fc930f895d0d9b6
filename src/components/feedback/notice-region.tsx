import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { Breakable } from '#components/layout/breakable.tsx';
import { classNames } from '#components/form/class-names.ts';
import { IconButton } from '#components/form/icon-button.tsx';
import styles from './notice-region.module.css';

export interface Notice {
  id: string;
  text: string;
  tone?: 'info' | 'ok' | 'bad' | undefined;
  action?: { label: string; onClick: () => void } | undefined;
}

interface Props {
  notices: Notice[];
  onDismiss: (id: string) => void;
  /** Somebody is at the notices, with the pointer or the focus, or has left them. */
  onHold: (isHeld: boolean) => void;
}

/**
 * Lies over the page and moves nothing in it: above the bars of a phone, in a corner of a desktop.
 * Keep it mounted: a region that arrives with its words is not read out.
 */
export function NoticeRegion({ notices, onDismiss, onHold }: Props) {
  const region = useRef<HTMLElement>(null);
  const isHeld = useRef(false);
  const hadFocus = useRef(false);
  const look = useCallback(() => {
    const now = region.current?.matches(':hover, :focus-within') ?? false;
    if (now === isHeld.current) return;
    isHeld.current = now;
    onHold(now);
  }, [onHold]);
  const isShown = notices.length > 0;
  useEffect(() => {
    // A notice that goes takes pointer and focus with it, and the browser tells nobody.
    if (hadFocus.current && !region.current?.contains(document.activeElement)) {
      document.getElementById('conteudo')?.focus({ preventScroll: true });
      hadFocus.current = false;
    }
    look();
  }, [notices, look]);
  return (
    <section
      ref={region}
      className={styles.region}
      {...(isShown ? { 'aria-label': 'Avisos' } : {})}
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={look}
      onPointerLeave={look}
      onFocus={() => {
        hadFocus.current = true;
        look();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadFocus.current = false;
        queueMicrotask(look);
      }}
    >
      {notices.map(({ id, text, tone = 'info', action }) => (
        <div key={id} className={classNames(styles.notice, styles[tone])}>
          <p className={styles.text}>
            <Breakable>{text}</Breakable>
          </p>
          {action ? (
            <button type="button" className={styles.action} onClick={() => action.onClick()}>
              {action.label}
            </button>
          ) : null}
          <IconButton
            label="Dispensar aviso"
            onClick={() => onDismiss(id)}
            icon={<IconX size={20} aria-hidden="true" />}
          />
        </div>
      ))}
    </section>
  );
}
