import type { Account, AccountBody } from '#contract/people/account.ts';
import type { EnhancedAnswer, Liking, LikingAnswers } from '#contract/people/likings.ts';
import { accountBodyOf } from './account-body.ts';

/** A question about taste with its name in the document store. */
export type AskedLiking = Liking & { id: string };
type Question = Pick<Liking, 'type' | 'options'>;
/** Numbers of a scale. */
const SCALE = ['1', '2', '3', '4', '5'];

/**
 * Values that answer a question of their kind, without repeating one. No value at all answers nothing.
 * Source: D69.
 */
export function fits({ type, options }: Question, values: readonly string[]): boolean {
  if (
    values.length === 0 ||
    new Set(values).size !== values.length ||
    (type !== 'MULTI' && values.length > 1)
  )
    return false;
  if (type === 'TEXT') return values.every((value) => value.trim() !== '');
  const allowed = type === 'SCALE' ? SCALE : options.map(({ id }) => id);
  return values.every((value) => allowed.includes(value));
}

/** Likings in the order in which they are asked; ties by id. */
export const inOrder = <L extends Pick<Liking, 'index'> & { id: string }>(likings: readonly L[]): L[] =>
  likings.toSorted((a, b) => a.index - b.index || (a.id < b.id ? -1 : 1));

/** Something that must be answered is not. */
export const isMissing = (
  likings: readonly (Pick<Liking, 'required'> & Question & { id: string })[],
  answers: LikingAnswers,
): boolean =>
  likings.some(
    (liking) =>
      liking.required && !answers.some(({ id, values }) => id === liking.id && fits(liking, values)),
  );

type Owner = Pick<Account, 'properties'>;
/** What an account answers to a question; nothing for one that was skipped. */
export const valuesOf = ({ properties }: Owner, id: string | undefined): readonly string[] =>
  properties.likings?.find((one) => one.id === id)?.values ?? [];

/** The place of the next question after `at` that has no fitting answer; null behind the last. */
export function nextUnanswered(likings: readonly AskedLiking[], owner: Owner, at: number): number | null {
  const found = likings.findIndex((one, index) => index > at && !fits(one, valuesOf(owner, one.id)));
  return found === -1 ? null : found;
}

/** An answer as it is noted with its source: the number of a scale, several options, or one text. Source: D69. */
export function answerValue(
  { type }: Pick<Liking, 'type'>,
  values: readonly string[],
): EnhancedAnswer['value'] {
  if (type === 'MULTI') return [...values];
  const [only = ''] = values;
  return type === 'SCALE' ? Number(only) : only;
}

/**
 * Categories of the catalog that somebody likes, as their answers name them. An answer that is chosen no more names
 * nothing. Source: D69.
 */
export function tastesOf(likings: readonly (Question & { id: string })[], answers: LikingAnswers): string[] {
  const chosen = likings.flatMap(({ id, options }) => {
    const values = answers.find((one) => one.id === id)?.values ?? [];
    return options.filter((option) => values.includes(option.id));
  });
  return [...new Set(chosen.flatMap(({ tags = [] }) => tags))];
}

/** Whether something of the catalog is of what somebody likes. */
export const isOfTaste = (item: { tags: readonly string[] }, tastes: readonly string[]): boolean =>
  item.tags.some((tag) => tastes.includes(tag));

/** The account with an answer to a question, as it is sent; no values take the answer back. */
export function withLiking(
  account: Account,
  asked: AskedLiking | undefined,
  values: readonly string[],
): AccountBody {
  const body = accountBodyOf(account);
  if (!asked) return body;
  const { likings = [], enhancedAnswers = {} } = account.properties;
  const answer = { value: answerValue(asked, values), source: 'LIKING' } as const;
  return {
    ...body,
    properties: {
      ...account.properties,
      likings: [...likings.filter((one) => one.id !== asked.id), { id: asked.id, values: [...values] }],
      ...(values.length > 0 ? { enhancedAnswers: { ...enhancedAnswers, [asked.id]: answer } } : {}),
    },
  };
}

/** An answer as a person reads it; null for none. */
export function answerText({ type, options }: Question, values: readonly string[]): string | null {
  if (values.length === 0) return null;
  if (type === 'SCALE') return `${values[0]} de 5`;
  return values.map((value) => options.find(({ id }) => id === value)?.label ?? value).join(', ');
}
