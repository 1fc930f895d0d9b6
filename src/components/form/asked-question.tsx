import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import type { FieldOf } from '#components/form/fields-of.ts';
import { TextField } from '#components/form/text-field.tsx';
import type { SurveyQuestion } from '#contract/people/likings.ts';

type Asked = Pick<SurveyQuestion, 'title' | 'type' | 'options' | 'required'>;
/** Words for the numbers of a scale; what lies between needs none. */
const SCALE = [
  { id: '1', label: '1', detail: 'Pouco' },
  { id: '2', label: '2' },
  { id: '3', label: '3' },
  { id: '4', label: '4' },
  { id: '5', label: '5', detail: 'Muito' },
] as const;
/** Longest text of an answer; the contract's own. */
const LONGEST = 300;

interface Props {
  question: Asked;
  field: FieldOf<string, readonly string[]>;
  /** The heading of the screen says the question already. */
  titleHidden?: boolean | undefined;
}

/** A question about taste or of a survey: one option, several, 1 to 5, or a text of one's own. */
export function AskedQuestion({ question: { title, type, options, required }, field, titleHidden }: Props) {
  const { name, value, error, onChange } = field;
  if (type === 'TEXT')
    return (
      <TextField
        label={titleHidden ? 'Sua resposta' : title}
        name={name}
        value={value[0] ?? ''}
        error={error}
        onChange={(text) => onChange(text === '' ? [] : [text])}
        required={required}
        optional={!required}
        maxLength={LONGEST}
        multiline
      />
    );
  const isMany = type === 'MULTI';
  const choose = (id: string) =>
    onChange(!isMany ? [id] : value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <ChoiceGroup
      legend={title}
      legendHidden={titleHidden}
      help={isMany ? 'Pode marcar mais de uma.' : required ? undefined : 'Opcional.'}
      error={error}
    >
      {(type === 'SCALE' ? SCALE : options).map((option) => (
        <ChoiceRow
          key={option.id}
          name={name}
          value={option.id}
          many={isMany}
          checked={value.includes(option.id)}
          onChoose={choose}
          title={option.label}
          end={'detail' in option ? option.detail : undefined}
        />
      ))}
    </ChoiceGroup>
  );
}
