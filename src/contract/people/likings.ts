import * as v from 'valibot';
import { Instant, NeededText, Text } from '#contract/scalars.ts';

const Name = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'Use letras minúsculas, números e hífens.'));
/** Whoever chooses an option with `tags` is shown products of these categories first. */
const Option = v.strictObject({
  id: Name,
  label: NeededText(80),
  tags: v.optional(v.pipe(v.array(Name), v.maxLength(20))),
});
const question = {
  title: NeededText(120),
  image: v.optional(Text(300)),
  /** one option, several, 1 to 5, or free text */
  type: v.picklist(['SINGLE', 'MULTI', 'SCALE', 'TEXT']),
  options: v.optional(v.pipe(v.array(Option), v.maxLength(30)), []),
  required: v.optional(v.boolean(), false),
};
/** A question of choice offers two options or more, all different; the others offer none. */
const offersEnough = ({ type, options }: { type: string; options: readonly { id: string }[] }) =>
  type === 'SINGLE' || type === 'MULTI'
    ? options.length > 1 && new Set(options.map(({ id }) => id)).size === options.length
    : options.length === 0;
const OPTIONS =
  'Uma pergunta de escolha tem duas opções ou mais, todas diferentes; as outras não têm nenhuma.';
/** A question about taste, a document of the collection `likings`; asked by `index`. Source: D69. */
export const Liking = v.pipe(
  v.strictObject({ index: v.pipe(v.number(), v.integer()), ...question }),
  v.check((one) => offersEnough(one), OPTIONS),
);
export type Liking = v.InferOutput<typeof Liking>;
export const SurveyQuestion = v.pipe(
  v.strictObject({ id: Name, ...question }),
  v.check((one) => offersEnough(one), OPTIONS),
);
export type SurveyQuestion = v.InferOutput<typeof SurveyQuestion>;
/**
 * A poll, a document of the collection `surveys`: after a delivery, once per order, or once per campaign.
 * Source: D70.
 */
export const Survey = v.strictObject({
  title: NeededText(120),
  questions: v.pipe(v.array(SurveyQuestion), v.minLength(1), v.maxLength(5)),
  trigger: v.picklist(['AFTER_COMPLETED', 'CAMPAIGN']),
  /** what one gets for it, in words */ reward: v.optional(Text(120)),
});
export type Survey = v.InferOutput<typeof Survey>;

/** Answers to likings: the ids of options, the number of a scale, or one text. */
export const LikingAnswers = v.pipe(
  v.array(v.object({ id: NeededText(80), values: v.pipe(v.array(NeededText(300)), v.maxLength(30)) })),
  v.maxLength(100),
);
export type LikingAnswers = v.InferOutput<typeof LikingAnswers>;
/** `at` is the server's. */
export const EnhancedAnswer = v.object({
  value: v.union([NeededText(300), v.number(), v.pipe(v.array(NeededText(300)), v.maxLength(30))]),
  at: v.optional(Instant),
  source: v.picklist(['LIKING', 'SURVEY', 'EXTRA']),
});
export type EnhancedAnswer = v.InferOutput<typeof EnhancedAnswer>;
/**
 * By question: the id of a liking, the name of a campaign's extra field, or `{survey}:{order code or campaign
 * id}:{question}`.
 * What was answered stays when it is left out; a survey is answered once.
 */
export const EnhancedAnswers = v.pipe(
  v.record(
    v.pipe(
      v.string(),
      v.regex(/^[\w.:-]{1,140}$/),
      v.check((key) => key !== '__proto__'),
    ),
    EnhancedAnswer,
  ),
  v.check((all) => Object.keys(all).length <= 300, 'São respostas demais.'),
);
export type EnhancedAnswers = v.InferOutput<typeof EnhancedAnswers>;
