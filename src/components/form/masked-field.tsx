import { type ChangeEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Field, inputProps } from './field.tsx';
import styles from './field.module.css';
import { caretAfter, digitsOf, type Mask, maskText } from './mask.ts';
import type { TextFieldProps } from './text-field.tsx';

interface Props extends Omit<TextFieldProps, 'type' | 'inputMode' | 'multiline' | 'maxLength' | 'inputRef'> {
  mask: Mask;
  /** How a number of another country is shown, once that is known. */
  format?: ((text: string) => string) | undefined;
  after?: ReactNode;
  /** Bare digits, after a plus sign those of another country; a full number with its code is understood too. */
  value: string;
  /** The same. */
  onChange: (digits: string) => void;
}

const usual = {
  phone: { autoComplete: 'tel-national', placeholder: '(11) 98765-4321' },
  cpf: { autoComplete: 'off', placeholder: '000.000.000-00' },
  cep: { autoComplete: 'postal-code', placeholder: '00000-000' },
} as const;

/**
 * A plain controlled input: typing, pasting, autofill and voice all arrive as a change of its text, which is
 * read as digits and shown masked.
 * Always a numeric keypad: a text keyboard composes, and composing into a changing text doubles its letters.
 */
export function MaskedField(props: Props) {
  const { mask, format } = props;
  const shown = (digits: string) =>
    format && digits.startsWith('+') ? format(digits) : maskText(mask, digits);
  const known =
    typeof mask === 'string'
      ? usual[mask]
      : { autoComplete: 'off' as const, placeholder: mask.pattern.replaceAll('9', '0') };
  const {
    value,
    onChange,
    onBlur,
    autoComplete = known.autoComplete,
    placeholder = known.placeholder,
    autoFocus,
    enterKeyHint,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  /** Digits behind the caret: what stands between them may have changed by the time that it is put there. */
  const behind = useRef<number | null>(null);
  const text = shown(digitsOf(mask, value));

  useLayoutEffect(() => {
    const element = input.current;
    if (!element || behind.current === null || document.activeElement !== element) return;
    const count = text.replace(/\D/g, '').length - behind.current;
    const at = behind.current === 0 ? text.length : caretAfter(text, count);
    element.setSelectionRange(at, at);
    behind.current = null;
  });

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const at = target.selectionStart ?? target.value.length;
    const digits = digitsOf(mask, target.value);
    // Counted from the end, because a country code that was pasted in front is gone by now.
    behind.current = target.value.slice(at).replace(/\D/g, '').length;
    onChange(digits);
  };
  const erase = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart: at, selectionEnd: end } = event.currentTarget;
    if (event.key !== 'Backspace' || at === null || at !== end || at === 0 || /\d/.test(text.charAt(at - 1)))
      return;
    // Before the caret stands punctuation, which the mask would put back: take the digit before it instead.
    event.preventDefault();
    const before = text.slice(0, at).replace(/\D/g, '');
    const rest = text.slice(at).replace(/\D/g, '');
    if (before === '') {
      // The plus sign alone: it is taken like a digit.
      if (text.startsWith('+')) onChange(rest);
      return;
    }
    const left = (text.startsWith('+') ? '+' : '') + before.slice(0, -1) + rest;
    behind.current = rest.length;
    onChange(left);
  };

  return (
    <Field {...props}>
      <input
        {...inputProps(props)}
        ref={input}
        className={styles.input}
        type={mask === 'phone' ? 'tel' : 'text'}
        inputMode={mask === 'phone' ? 'tel' : 'numeric'}
        value={text}
        placeholder={placeholder}
        autoComplete={autoComplete}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for only where the field is the whole screen
        autoFocus={autoFocus}
        enterKeyHint={enterKeyHint}
        onChange={change}
        onKeyDown={erase}
        onBlur={onBlur && (() => onBlur())}
      />
    </Field>
  );
}
