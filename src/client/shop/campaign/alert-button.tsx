import { Button } from '#components/form/button.tsx';
import type { AlertSubject } from '#machines/access/alert.machine.ts';
import { IconBell } from '@tabler/icons-react';
import { askText } from './alert-words.ts';

export type AlertOfferProps = AlertSubject & { isPaused?: boolean; kind?: 'primary' | 'soft' };
export type AlertBoxProps = AlertOfferProps & {
  /** pressed before it could be answered */
  isWanted: boolean;
  onWant: (isWanted: boolean) => void;
};

export function AlertButton({ when, isPaused, kind, onClick }: AlertOfferProps & { onClick: () => void }) {
  return (
    <Button kind={kind} icon={<IconBell size={20} aria-hidden="true" />} onClick={onClick}>
      {askText(when, isPaused)}
    </Button>
  );
}
