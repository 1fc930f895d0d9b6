import { IconCalendarOff, IconCheck, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Chip } from '#components/form/chip.tsx';

const looks = {
  ok: { tone: 'ok', Icon: IconCircleCheck, word: 'Disponível' },
  scheduled: { tone: 'info', Icon: IconClock, word: 'Em breve' },
  blocked: { tone: 'warn', Icon: IconLock, word: 'Bloqueada' },
  paused: { tone: 'warn', Icon: IconClock, word: 'Pausada' },
  completed: { tone: 'off', Icon: IconCheck, word: 'Concluída' },
  expired: { tone: 'off', Icon: IconCalendarOff, word: 'Encerrada' },
} as const;
/** The states of a campaign, as the screens call them. */
export type CampaignLook = keyof typeof looks;

export function StatusChip({ status, children }: { status: CampaignLook; children?: ReactNode | undefined }) {
  const { tone, Icon, word } = looks[status];
  return (
    <Chip tone={tone} icon={<Icon size={16} aria-hidden="true" />}>
      {children ?? word}
    </Chip>
  );
}
