import { Select } from '@mantine/core';
import { MantineScope } from './mantine-scope.tsx';
import { type FieldProps, fieldId } from './field.tsx';
import styles from './search-select.module.css';

interface Props extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string }[];
  placeholder?: string | undefined;
  nothingFound?: string | undefined;
}

/**
 * A long list one may type in: cities, banks, pickup points. Short lists take SelectField. Import it lazily:
 * it brings Mantine along.
 */
export function SearchSelect(props: Props) {
  const {
    label,
    name,
    help,
    error,
    required,
    optional,
    disabled,
    value,
    onChange,
    options,
    placeholder = 'Digite para buscar',
    nothingFound = 'Nada com esse nome',
  } = props;
  return (
    <MantineScope>
      <Select
        id={fieldId(name)}
        name={name}
        disabled={disabled ?? false}
        required={required ?? false}
        withAsterisk={false}
        label={optional ? `${label} (opcional)` : label}
        description={help}
        error={error ?? null}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ input: styles.input ?? '', label: styles.label ?? '', option: styles.option ?? '' }}
        data={options}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        placeholder={placeholder}
        nothingFoundMessage={nothingFound}
        searchable
        limit={80}
        checkIconPosition="right"
      />
    </MantineScope>
  );
}
