import type { Pause } from '#contract/scalars.ts';
import { formatMoment, instantOf } from '#domain/dates.ts';
import type { PauseNow } from '#domain/pause.ts';

/** Why the shop sells nothing of something for now, in its words, and until when. */
export const pauseText = ({ text, until }: PauseNow): string =>
  `${text.replace(/\.$/, '')}${until === null ? '.' : `. Volta ${formatMoment(until)}.`}`;

/** Of a product or a pickup point, which the server says. */
export const itemPauseText = ({ reason, until }: Pause): string =>
  `Pausado: ${pauseText({ text: reason, until: instantOf(until) })}`;

/** Of a place from which things are brought, or where they are fetched. */
export const hubPauseText = ({ reason, until }: Pause): string =>
  `Entregas e retiradas pausadas: ${pauseText({ text: reason, until: instantOf(until) })}`;
