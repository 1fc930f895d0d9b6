import type { Form } from '#contract/place.ts';
import { askedGroups } from '#domain/form-errors.ts';
import type { FieldsOf } from './fields-of.ts';
import { type Answer, Question } from './question.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';

interface Props {
  form: FieldsOf<Record<string, unknown>>;
  asked: Pick<Form, 'fields' | 'groups'>;
}

const answerOf = (value: unknown): Answer =>
  typeof value === 'boolean'
    ? value
    : typeof value === 'string' || typeof value === 'number'
      ? `${value}`
      : '';

/** The fields of a form that are asked now, by the group that they stand in. */
export const AskedFields = ({ form, asked }: Props) =>
  askedGroups(asked, form.values).map(({ title, fields }) => (
    <Stack key={title ?? ''} gap={4} as={title ? 'section' : undefined}>
      {title ? <Text weight={600}>{title}</Text> : null}
      {fields.map((question) => {
        const { value, ...field } = form.field(question.name);
        return (
          <Question
            key={question.name}
            question={question}
            field={{
              ...field,
              value: answerOf(value),
              // An empty answer is none.
              onChange: (answer) => field.onChange(answer === '' ? undefined : answer),
            }}
          />
        );
      })}
    </Stack>
  ));
