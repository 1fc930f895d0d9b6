import * as v from 'valibot';
import { type Cents, reaisOf } from '#contract/money.ts';
import { EndToEndId, ReturnId } from '#contract/ops/bank-id.ts';
import { Role } from '#contract/ops/role.ts';
import { StaffContact } from '#contract/ops/session.ts';
import { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import { NeededText } from '#contract/scalars.ts';
import { ZERO, formatReais } from '../money/money.ts';
import { parseReais } from '../money/typed-amount.ts';

/**
 * What staff types into the forms of the desk: the contract's own schemas, with the words that a person reads
 * at the field. Input is what was typed, output is what is sent.
 */

const needed = (ask: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(ask));

/** Of a field of date and time, which is of São Paulo's clock. */
const instantOf = (local: string): string => `${local}:00-03:00`;
/** An instant as it stands in a field of date and time. */
export const localOf = (instant: string): string =>
  new Date(Date.parse(instant) - 3 * 3_600_000).toISOString().slice(0, 16);
const Moment = v.pipe(needed('Diga o dia e a hora.'), v.transform(instantOf));
const LaterMoment = v.pipe(
  v.string(),
  v.transform((local) => (local ? instantOf(local) : null)),
);

const Reason = needed('Escreva o motivo.');
const EndToEnd = v.pipe(needed('Copie o identificador do extrato.'), EndToEndId);
const Return = v.pipe(needed('Copie o identificador do extrato.'), ReturnId);

/** The amount of the bank's statement as people type it, which has to be the one that is due; in reais. */
const amountAnswer = (due: Cents) =>
  v.pipe(
    needed('Diga o valor que está no extrato.'),
    v.check((text) => parseReais(text) !== null, 'Escreva o valor assim: 56,15.'),
    v.check(
      (text) => parseReais(text) === null || parseReais(text) === due,
      `O pedido espera ${formatReais(due)}. Outro valor não paga este pedido.`,
    ),
    v.transform((text) => reaisOf(parseReais(text) ?? due)), // checked above
  );

/** A Pix of which the bank's statement tells. */
export const confirmAnswer = (due: Cents) =>
  v.object({ endToEndId: EndToEnd, amount: amountAnswer(due), paidAt: Moment });
/** Money that was sent back at the bank. */
export const SettleAnswer = v.object({ returnId: Return, at: Moment });
const someAmount = (ask: string) =>
  v.pipe(
    needed(ask),
    v.check((text) => (parseReais(text) ?? 0) > 0, 'Escreva o valor assim: 56,15.'),
    v.transform((text) => reaisOf(parseReais(text) ?? ZERO)), // checked above
  );
/** A contest that a bank's message tells of. */
export const ContestAnswer = v.object({
  endToEndId: v.pipe(needed('Copie o identificador do aviso do banco.'), EndToEndId),
  amount: someAmount('Diga o valor contestado.'),
  openedAt: Moment,
  protocol: v.pipe(v.string(), v.trim()),
});
/** What became of a contested Pix. */
export const DisputeAnswer = v.variant('kind', [
  v.object({
    kind: v.literal('answered'),
    answer: v.pipe(needed('Escreva o que foi enviado ao banco.'), NeededText(500)),
  }),
  v.object({
    kind: v.literal('takenBack'),
    returnId: Return,
    amount: someAmount('Diga o valor que está no extrato.'),
    at: Moment,
  }),
  v.object({ kind: v.literal('kept'), reason: Reason }),
]);
/** What became of money without an owner. */
export const StrayAnswer = v.variant('kind', [
  v.object({
    kind: v.literal('order'),
    orderCode: needed('Diga o código do pedido.'),
    reason: Reason,
  }),
  v.object({ kind: v.literal('returned'), returnId: Return, at: Moment, reason: Reason }),
  v.object({ kind: v.literal('absent'), reason: Reason }),
]);
export const ReasonAnswer = v.object({ reason: Reason });

/** What is paused, of what may be. @param targets keys of these */
export const pauseAnswer = (targets: readonly string[]) =>
  v.object({
    target: v.pipe(
      v.string(),
      v.check((key) => targets.includes(key), 'Escolha o que para.'),
    ),
    reason: v.pipe(Reason, NeededText(140)),
    until: LaterMoment,
  });

/** A contact of the staff, sent as it was typed. */
const contactAnswer = (ask: string) =>
  v.pipe(
    needed(ask),
    v.check((text) => v.is(StaffContact, text), StaffContact.message as string),
  );
export const LoginContactAnswer = v.object({ contact: contactAnswer('Escreva o seu e-mail ou celular.') });
export const InviteAnswer = v.object({
  name: v.pipe(needed('Diga o nome.'), NeededText(80)),
  contact: contactAnswer('Diga o e-mail ou o celular.'),
  role: Role,
  hubIds: v.array(v.string()),
});

const SixDigits = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'São 6 números.'));
export const CodeAnswer = v.object({ code: SixDigits });
/** The second factor, or a code of recovery as it was shown. */
export const FactorAnswer = v.object({
  code: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => /^(?:\d{6}|[\dA-Z]{10})$/i.test(text.replaceAll(/[\s-]/g, '')),
      'São 6 números, ou um código de recuperação de 10 letras e números.',
    ),
  ),
});
export const HandoverAnswer = v.object({
  code: v.pipe(v.string(), v.trim(), v.minLength(6, 'São 6 letras e números.')),
});

const toldOrNot = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text || undefined),
);
const { trackingCode, place, invoiceUrl } = DeliveryUpdate.entries;
/** What an event asks for. @param isReasoned it is an answer, which has its reason */
export const moveAnswer = (isReasoned: boolean) =>
  v.object({
    reason: isReasoned ? Reason : v.pipe(v.string(), v.trim()),
    trackingCode: v.pipe(toldOrNot, trackingCode),
    place: v.pipe(toldOrNot, place),
    invoiceUrl: v.pipe(toldOrNot, invoiceUrl),
  });
