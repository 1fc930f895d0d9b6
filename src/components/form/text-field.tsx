import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode, Ref } from 'react';
import { Field, type FieldProps, inputProps } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  type?: HTMLInputTypeAttribute | undefined;
  inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'search' | 'decimal' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoCapitalize?: 'none' | 'words' | 'sentences' | 'characters' | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  /** The one field of a screen, in large type. */
  big?: boolean | undefined;
  multiline?: boolean | undefined;
  before?: ReactNode;
  after?: ReactNode;
  autoFocus?: boolean | undefined;
  enterKeyHint?: 'next' | 'done' | 'go' | 'send' | 'search' | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    type = 'text',
    inputMode,
    autoComplete,
    autoCapitalize,
    placeholder,
    maxLength,
    multiline,
    autoFocus,
    enterKeyHint,
    inputRef,
  } = props;
  const shared = {
    ...inputProps(props),
    className: styles.input,
    value,
    placeholder,
    maxLength,
    autoComplete,
    autoCapitalize,
    autoFocus,
    enterKeyHint,
    onBlur: onBlur && (() => onBlur()),
  };
  return (
    <Field {...props}>
      {multiline ? (
        <textarea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          ref={inputRef}
          type={type}
          inputMode={inputMode}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
