import { useRoot, useRootState } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';

/** What is seen could not be compared with the shop: said, with the way to ask again. */
export function Outdated() {
  const wallets = useRoot('wallets');
  const isOutdated = useRootState(
    'wallets',
    (s) => s.hasTag('list.outdated') || s.hasTag('details.outdated'),
  );
  const noAnswer = useNoAnswer();
  const text = 'Estes são os últimos saldos que conhecemos.';
  return isOutdated ? (
    <RefusalNote
      text={noAnswer.say(text, text)}
      {...(noAnswer.isOnline
        ? { remedy: { label: 'Tentar de novo', onClick: () => wallets.send({ type: 'load.retried' }) } }
        : {})}
    />
  ) : null;
}
