import type { Alert, AlertWhen } from '#contract/people/alert.ts';

const moments: Record<AlertWhen, string> = {
  OPENS: 'quando abrir',
  UNLOCKED: 'quando liberar',
  ARRIVES: 'quando entregar aqui',
};
/** A pause ends; what was open once does not open anew. */
const momentOf = (when: AlertWhen, isPaused = false) =>
  when === 'OPENS' && isPaused ? 'quando voltar' : moments[when];
export const askText = (when: AlertWhen, isPaused?: boolean): string =>
  `Avise-me ${momentOf(when, isPaused)}`;

/** `por SMS em •••4321` */
const wayOf = ({ channel, contact }: Alert): string =>
  channel === 'PUSH'
    ? 'neste aparelho'
    : `por ${channel === 'SMS' ? 'SMS' : 'e-mail'}${contact === undefined ? '' : ` em ${contact}`}`;
/** What was agreed to, and how often. */
export const waitingText = (alert: Alert, isPaused?: boolean): string =>
  `Avisamos você ${wayOf(alert)} ${momentOf(alert.when, isPaused)}. É uma mensagem só.`;
