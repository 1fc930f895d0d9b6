import { later } from '#components/layout/later.tsx';
import type { RefusalNoteProps } from './refusal-note.tsx';

/** RefusalNote for the screens that hardly ever refuse anything. */
export const LateRefusalNote = later<RefusalNoteProps>(
  'components/feedback/refusal-note.tsx',
  async () => (await import('./refusal-note.tsx')).RefusalNote,
);
