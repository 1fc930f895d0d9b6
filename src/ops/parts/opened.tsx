import { type ReactNode, useEffect, useRef } from 'react';

/** What a press from anywhere on the screen opened: it takes the focus, and whoever is far from it is taken there. */
export function Opened({ className, children }: { className: string | undefined; children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = room;
    if (!current || current.contains(document.activeElement)) return;
    current.focus({ preventScroll: true });
    const { top } = current.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) current.scrollIntoView();
  }, []);
  return (
    <div ref={room} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
