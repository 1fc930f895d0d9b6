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

/** Shows an operator's message by its key (§8), its placeholders filled. */
export function useSayKey(): (key: string, values?: Record<string, string>, tone?: NoticeTone) => void {
  const notices = useRoot('notices');
  return useCallback(
    (key, values, tone) =>
      notices.send({ type: 'notice.posted', key, ...(values ? { values } : {}), ...(tone ? { tone } : {}) }),
    [notices],
  );
}
