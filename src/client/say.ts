import type { NoticeTone } from '#machines/notices.machine.ts';
import { useCallback } from 'react';
import { useRoot } from './hooks.ts';

/** Shows a snack in plain words. */
export function useSay(): (text: string, tone?: NoticeTone) => void {
  const notices = useRoot('notices');
  return useCallback(
    (text, tone) => notices.send({ type: 'notice.posted', text, ...(tone ? { tone } : {}) }),
    [notices],
  );
}
