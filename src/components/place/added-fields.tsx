import type { Form } from '#contract/place.ts';
import { isAddressPart, type AddressValues } from '#domain/place/address-form.ts';
import { askedGroups } from '#domain/form-errors.ts';
import type { FieldsOf } from '#components/form/fields-of.ts';
import { type Answer, Question } from '#components/form/question.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';

interface Props {
  form: FieldsOf<AddressValues>;
  asked: Form;
}

const SHOWN_BY_A_STORE = ['addressType', 'reception'];
const answerOf = (value: unknown): Answer =>
  typeof value === 'boolean'
    ? value
    : typeof value === 'string' || typeof value === 'number'
      ? `${value}`
      : '';

/** What a store asks of an address beside the usual, by the group that it stands in. */
export function AddedFields({ form, asked }: Props) {
  const fields = asked.fields.filter(({ name }) => !isAddressPart(name) || SHOWN_BY_A_STORE.includes(name));
  return askedGroups({ ...asked, fields }, form.values).map(({ title, fields: shown }) => (
    <Stack key={title ?? ''} gap={4} as={title ? 'section' : undefined}>
      {title ? <Text weight={600}>{title}</Text> : null}
      {shown.map((question) => {
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
}
