import { and, eq, inArray } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type {
  EnhancedAnswer,
  EnhancedAnswers,
  Liking,
  LikingAnswers,
  Survey,
} from '#contract/people/likings.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type AskedLiking, fits, inOrder, isMissing, tastesOf } from '#domain/person/likings.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { order } from '#server/db/schema/order.ts';

/** Properties of an account or a visitor that hold answers. */
export interface Answers {
  likings?: LikingAnswers | undefined;
  enhancedAnswers?: EnhancedAnswers | undefined;
}
/** Whose orders a survey may be about. */
export type Answerer = { accountId: string } | { leadId: string };

const refuse = (field: string, message: string) =>
  new ApiProblem('MALFORMED', { fields: [{ field, message }] });
const valuesOf = ({ value }: EnhancedAnswer) => (Array.isArray(value) ? value : [String(value)]);

/**
 * Checks what somebody answers against the questions of the document store, and stamps it with the server's
 * time.
 * What is stored already passes as it is, also when its question is gone.
 * @throws ApiProblem MALFORMED with the field, ANSWERED for a survey that was answered before
 */
export async function settleAnswers(
  tx: Tx,
  { clock }: Pick<Core, 'clock'>,
  tenantId: string,
  who: Answerer,
  stored: Answers,
  sent: Answers,
): Promise<Answers> {
  if (sent.likings === undefined && sent.enhancedAnswers === undefined) return {};
  const documents = await tx
    .select()
    .from(document)
    .where(and(eq(document.tenantId, tenantId), inArray(document.collection, ['likings', 'surveys'])));
  const find = (collection: string, id: string) =>
    // Checked when the tenant was imported
    documents.find((one) => one.collection === collection && one.id === id)?.body as unknown;
  const likingOf = (id: string) => find('likings', id) as Liking | undefined;

  for (const [index, { id, values }] of (sent.likings ?? []).entries()) {
    const field = `properties.likings.${index}`;
    if (sent.likings?.findIndex((one) => one.id === id) !== index)
      throw refuse(field, 'Esta pergunta aparece duas vezes.');
    const liking = likingOf(id);
    const isKept = isDeepStrictEqual(stored.likings?.find((one) => one.id === id)?.values, values);
    // No value takes an answer back.
    if (!isKept && (!liking || (values.length > 0 && !fits(liking, values))))
      throw refuse(field, 'Esta resposta não serve para a pergunta.');
  }

  const kept = stored.enhancedAnswers ?? {};
  const fresh: EnhancedAnswers = {};
  const answered = new Map<string, Survey>();
  for (const [key, answer] of Object.entries(sent.enhancedAnswers ?? {})) {
    const field = `properties.enhancedAnswers.${key}`;
    const before = kept[key];
    if (before?.source === answer.source && isDeepStrictEqual(before.value, answer.value)) continue;
    if (answer.source === 'SURVEY') {
      const [id = '', scope = '', questionId = '', ...more] = key.split(':');
      const survey = find('surveys', id) as Survey | undefined;
      const question = survey?.questions.find((one) => one.id === questionId);
      if (!survey || !question || more.length > 0 || !fits(question, valuesOf(answer)))
        throw refuse(field, 'Esta resposta não serve para a pergunta.');
      if (before) throw new ApiProblem('ANSWERED');
      if (!answered.has(`${id}:${scope}`) && !(await isAbout(tx, tenantId, who, survey, scope)))
        throw refuse(field, 'Esta pesquisa não é deste pedido.');
      answered.set(`${id}:${scope}`, survey);
    } else if (answer.source === 'LIKING') {
      const liking = likingOf(key);
      if (!liking || !fits(liking, valuesOf(answer)))
        throw refuse(field, 'Esta resposta não serve para a pergunta.');
    } else if (key.includes(':')) throw refuse(field, 'Este nome não é de um campo.');
    fresh[key] = { value: answer.value, source: answer.source, at: clock.date().toISOString() };
  }
  const enhancedAnswers = { ...kept, ...fresh };
  for (const [prefix, survey] of answered)
    for (const { id, required } of survey.questions)
      if (required && !enhancedAnswers[`${prefix}:${id}`])
        throw refuse(`properties.enhancedAnswers.${prefix}:${id}`, 'Responda esta pergunta.');
  if (Object.keys(enhancedAnswers).length > 300)
    throw refuse('properties.enhancedAnswers', 'São respostas demais.');
  return {
    ...(sent.likings ? { likings: sent.likings.filter(({ values }) => values.length > 0) } : {}),
    enhancedAnswers,
  };
}

/** Categories that somebody likes; left out where they named none. Source: D69. */
export async function tastesIn(
  tx: Tx,
  tenantId: string,
  { likings = [] }: Answers,
): Promise<{ tastes?: string[] }> {
  if (likings.length === 0) return {};
  const tastes = tastesOf(await likingsOf(tx, tenantId), likings);
  return tastes.length === 0 ? {} : { tastes };
}

/** A question about taste that must be answered is not. Source: D69. */
export async function lacksLikings(tx: Tx, tenantId: string, { likings = [] }: Answers): Promise<boolean> {
  return isMissing(await likingsOf(tx, tenantId), likings);
}

async function likingsOf(tx: Tx, tenantId: string): Promise<AskedLiking[]> {
  const asked = await tx
    .select({ id: document.id, body: document.body })
    .from(document)
    .where(and(eq(document.tenantId, tenantId), eq(document.collection, 'likings')));
  // Checked when the tenant was imported
  return inOrder(asked.map(({ id, body }) => ({ ...(body as unknown as Liking), id })));
}

/** The order was delivered to this person, or there is such a campaign. */
async function isAbout(
  tx: Tx,
  tenantId: string,
  who: Answerer,
  { trigger }: Survey,
  scope: string,
): Promise<boolean> {
  if (trigger === 'CAMPAIGN') {
    if (!/^[0-9a-f-]{36}$/.test(scope)) return false;
    return (
      (
        await tx
          .select({ id: campaign.id })
          .from(campaign)
          .where(and(eq(campaign.tenantId, tenantId), eq(campaign.id, scope)))
      ).length > 0
    );
  }
  const isTheirs = 'accountId' in who ? eq(order.accountId, who.accountId) : eq(order.leadId, who.leadId);
  const [found] = await tx
    .select({ properties: order.properties })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), eq(order.code, scope), isTheirs));
  return found?.properties['completed'] === true;
}
