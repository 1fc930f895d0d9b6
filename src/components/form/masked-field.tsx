import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Field, inputProps } from './field.tsx';
import styles from './field.module.css';
import { caretAfter, digitsOf, type Mask, maskText } from './mask.ts';
import type { TextFieldProps } from './text-field.tsx';

interface Props extends Omit<TextFieldProps, 'type' | 'inputMode' | 'multiline' | 'maxLength' | 'inputRef'> {
  mask: Mask;
  /** Bare digits; a full number with its country code is understood too. */
  value: string;
  /** Bare digits. */
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
  const { mask } = props;
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
  const caret = useRef<number | null>(null);
  const text = maskText(mask, digitsOf(mask, value));

  useLayoutEffect(() => {
    const element = input.current;
    if (!element || caret.current === null || document.activeElement !== element) return;
    element.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const at = target.selectionStart ?? target.value.length;
    const digits = digitsOf(mask, target.value);
    // Counted from the end, because a country code that was pasted in front is gone by now.
    const after = target.value.slice(at).replace(/\D/g, '').length;
    caret.current =
      after === 0 ? maskText(mask, digits).length : caretAfter(maskText(mask, digits), digits.length - after);
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
    if (before === '') return;
    caret.current = caretAfter(maskText(mask, before.slice(0, -1) + rest), before.length - 1);
    onChange(before.slice(0, -1) + rest);
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
