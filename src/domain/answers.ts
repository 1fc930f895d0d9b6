import { Cep, CpfDigits, Email, NeededText, Phone } from '#contract/scalars.ts';
import * as v from 'valibot';
import type { Cents } from '#contract/money.ts';
import { formatReais } from './money/money.ts';
import { parseReais } from './money/typed-amount.ts';
import { accessKeyIn } from './person/access-key.ts';
import { fits } from './person/likings.ts';
import { orderCodeIn } from './order/order-code.ts';
import { isCep } from './place/cep.ts';
import { tidyName } from './person/name.ts';
import { isMobile } from './person/phone.ts';

/**
 * What a person answers in a form: the contract's own schemas, so that nothing is sent that the server
 * refuses, with the words that a person reads. Input is what was typed, output is what is sent.
 */

/** The contract's rule for an answer that every person must give; an empty one is asked for. */
const needed = <T>(ask: string, rule: v.GenericSchema<string, T>) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(ask), rule);

/** The same rule with one sentence of its own for whatever breaks it. */
const said = <T>(rule: v.GenericSchema<string, T>, message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => v.is(rule, text), message),
    rule,
  );

const LONGEST_NAME = 80;
const ASK_NAME = 'Diga seu nome.';
const isAllZeros = (text: string) => /^0{11}$/.test(text.replace(/\D/g, ''));

export const NameAnswer = needed(
  ASK_NAME,
  v.pipe(NeededText(LONGEST_NAME, ASK_NAME), v.transform(tidyName), v.minLength(2, ASK_NAME)),
);
const ASK_IDENTIFICATION = 'Diga a sua matrícula ou o seu CPF.';
/** A company's own number of a person, or their CPF; only the server knows which of them there are. */
export const IdentificationAnswer = needed(ASK_IDENTIFICATION, NeededText(40, ASK_IDENTIFICATION));
export const EmailAnswer = needed(
  'Diga seu e-mail.',
  said(Email, 'Confira o e-mail: falta algo como nome@exemplo.com.br.'),
);
export const PhoneAnswer = needed('Diga seu celular com DDD.', Phone);
/** Eleven zeros have the check digits of a CPF: what is wrong with them is said in other words. */
export const CpfAnswer = needed(
  'Diga seu CPF.',
  v.pipe(
    v.string(),
    v.check((text) => !isAllZeros(text), 'Um CPF não tem só zeros. Confira os números.'),
    CpfDigits,
  ),
);
export const PostalCodeAnswer = needed(
  'Diga o CEP.',
  v.pipe(Cep, v.check(isCep, 'Esse CEP não existe. Confira os números.')),
);

const ASK_KEY = 'Digite o convite ou a chave.';
/** An access key or an invitation, typed, or a link that has it in. */
export const AccessKeyAnswer = needed(
  ASK_KEY,
  v.pipe(v.string(), v.transform(accessKeyIn), NeededText(64, ASK_KEY)),
);

/** The code of an order, or a link that has it in; its 16 characters. */
export const OrderCodeAnswer = needed(
  'Digite o código do pedido.',
  v.pipe(
    v.string(),
    v.check((text) => orderCodeIn(text) !== null, 'O código tem 16 letras e números, como 7K3M-…'),
    v.transform((text) => orderCodeIn(text) ?? text),
  ),
);

/** A phone that a code reaches: by SMS it goes to Brazilian mobiles only. */
export const MobileAnswer = said(
  v.pipe(Phone, v.check(isMobile)),
  'Confira o celular, que precisa ser do Brasil: DDD e 9 números.',
);
/** Where a code may be sent to. Whether it goes to a number abroad is the server's to say. */
export const contactAnswers = {
  phone: said(
    v.pipe(
      Phone,
      v.check((phone) => isMobile(phone) || !phone.startsWith('+55')),
    ),
    'Confira o celular: DDD e 9 números, ou + e o código do país.',
  ),
  email: said(Email, 'Confira o e-mail, como em nome@exemplo.com.br.'),
} as const;

/** A whole one-time code. */
export const CodeAnswer = v.pipe(v.string(), v.regex(/^\d{6}$/, 'Digite os 6 números do código.'));

/** Some of an amount of money, as it is typed; centavos. */
export const amountAnswer = (most: Cents) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): Cents => {
      const amount = parseReais(dataset.value);
      if (amount !== null && amount > 0 && amount <= most) return amount;
      addIssue({ message: `Escreva um valor de até ${formatReais(most)}.` });
      return NEVER;
    }),
  );

const byName = {
  name: NameAnswer,
  email: EmailAnswer,
  phone: PhoneAnswer,
  cpf: CpfAnswer,
  identification: CpfAnswer,
  postalCode: PostalCodeAnswer,
} as const;

/** The schema of an answer that every person must give; undefined for a question of somebody else's. */
export const answerOf = (name: string): v.GenericSchema<string, string> | undefined =>
  Object.hasOwn(byName, name) ? byName[name as keyof typeof byName] : undefined; // an own key

/**
 * What is wrong with an answer that every person must give, by the name of its field (`name`, `email`,
 * `phone`, `cpf`, `postalCode`); null when nothing is.
 */
export function answerError(name: string, value: string): string | null {
  const rule = answerOf(name);
  const given = rule ? v.safeParse(rule, value) : null;
  return given?.issues?.[0].message ?? null;
}

/** What is answered to a question about taste or of a survey: none at all only where none is needed. */
export const QuestionAnswer = (asked: Parameters<typeof fits>[0] & { required: boolean }) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.maxLength(300, 'Escreva até 300 letras.'))),
    v.transform((values) => values.filter((value) => value !== '')),
    v.check(
      (values) => (values.length === 0 ? !asked.required : fits(asked, values)),
      asked.type === 'TEXT' ? 'Escreva a sua resposta.' : 'Escolha uma resposta.',
    ),
  );
