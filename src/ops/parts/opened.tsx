import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * What a press from anywhere on the screen opened: it takes the focus, and whoever is far from it is taken there.
 * Closed, it gives the focus back to what was pressed, if that still stands and nothing else took it.
 */
export function Opened({ className, children }: { className: string | undefined; children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  // Before a field of it takes the focus for itself.
  const [pressed] = useState(() => document.activeElement);
  useEffect(() => {
    const { current } = room;
    if (!current || current.contains(document.activeElement)) return;
    current.focus({ preventScroll: true });
    const { top } = current.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) current.scrollIntoView();
  }, []);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus();
    },
    [pressed],
  );
  return (
    <div ref={room} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
