import { NoticeRegion } from '#components/feedback/notice-region.tsx';
import { useCallback } from 'react';
import { useRoot, useRootState } from '#client/hooks.ts';
import { noticeText } from './notice-words.ts';

/** The notices, connected to their chart. */
export function Notices() {
  const notices = useRoot('notices');
  const shown = useRootState('notices', (snapshot) => snapshot.context.shown);
  const messages = useRootState('notices', (snapshot) => snapshot.context.messages);
  const onHold = useCallback(
    (isHeld: boolean) => notices.send({ type: isHeld ? 'notices.entered' : 'notices.left' }),
    [notices],
  );
  return (
    <NoticeRegion
      notices={shown.map(({ id, says, tone, action }) => ({
        id: String(id),
        text: noticeText(says, messages),
        tone: tone === 'warn' ? 'bad' : tone,
        ...(action
          ? { action: { label: action.label, onClick: () => notices.send({ type: 'notice.acted', id }) } }
          : {}),
      }))}
      onDismiss={(id) => notices.send({ type: 'notice.dismissed', id: Number(id) })}
      onHold={onHold}
    />
  );
}
