import { NeededText } from '#contract/scalars.ts';
import { CpfAnswer, MobileAnswer, NameAnswer } from '#domain/answers.ts';
import * as v from 'valibot';

/**
 * Who buys without an account, as their order names them: a phone that a code reaches, so that the order is
 * found again by it, and the privacy text that they agreed to. The CPF is for the invoice alone. Source: D50,
 * D74, D79.
 */
export const Guest = v.object({
  name: NameAnswer,
  phone: MobileAnswer,
  cpf: v.optional(CpfAnswer),
  privacyVersion: NeededText(20),
});
export type Guest = v.InferOutput<typeof Guest>;

const ACCEPT = 'Leia e aceite a política de privacidade para continuar.';
/** A CPF, or nothing at all. */
const CpfIfAny = v.lazy(
  (cpf): v.GenericSchema<string, string | undefined> =>
    cpf === ''
      ? v.pipe(
          v.string(),
          v.transform(() => undefined),
        )
      : CpfAnswer,
);

/** The same as it is typed. @param privacyVersion of the text beside the box that is ticked */
export const guestForm = (privacyVersion: string) =>
  v.pipe(
    v.object({
      name: NameAnswer,
      phone: MobileAnswer,
      cpf: CpfIfAny,
      accepted: v.pipe(v.boolean(), v.literal(true, ACCEPT)),
    }),
    v.transform(({ name, phone, cpf }): Guest => ({ name, phone, ...(cpf ? { cpf } : {}), privacyVersion })),
  );
