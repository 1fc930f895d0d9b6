import { useEffect, useRef } from 'react';

/**
 * Who is led from one thing that is asked to the next stands on its heading, as after a change of screen.
 * @param what is asked now, or the state of the chart where nothing is
 */
export function useFocusOnNext(what: string | null): void {
  const before = useRef(what);
  useEffect(() => {
    if (before.current === what) return;
    const wasAsked = before.current !== 'loading' && before.current !== 'unreached';
    before.current = what;
    if (wasAsked) document.querySelector<HTMLElement>('[data-screen-heading]')?.focus();
  }, [what]);
}
