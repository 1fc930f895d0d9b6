import { IconCamera, IconTrash } from '@tabler/icons-react';
import type { InputHTMLAttributes } from 'react';
import { Button } from './button.tsx';
import { Field, type FieldProps, inputProps } from './field.tsx';
import styles from './photo-field.module.css';

interface Props extends FieldProps {
  /** What is shown of it, an address; null while there is none. */
  picture: string | null;
  /** Whether there is one, seen or not. */
  has: boolean;
  /** What is being done with it: "Enviando a foto". */
  busy: string | null;
  onChoose: (file: Blob) => void;
  /** Missing while there is nothing to take back. */
  onRemove?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

/** A button that lets one choose a picture: the whole of it is the input. */
export function ChoosePicture({
  input,
  label,
  onChoose,
  children,
}: {
  input?: InputHTMLAttributes<HTMLInputElement>;
  label?: string;
  onChoose: (file: Blob) => void;
  children: string;
}) {
  return (
    <label className={styles.choose}>
      <IconCamera size={20} aria-hidden="true" />
      {children}
      <input
        {...input}
        className={styles.input}
        type="file"
        accept="image/*"
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same one may be chosen again.
          event.target.value = '';
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}

/** One picture from the gallery or the camera: the device itself offers both. */
export function PhotoField(props: Props) {
  const { label, picture, has, busy, onChoose, onRemove, onRetry } = props;
  return (
    <Field {...props} bare>
      <div className={styles.photo}>
        {picture ? <img className={styles.picture} src={picture} alt={`Sua foto: ${label}`} /> : null}
        <p className={styles.state} role="status">
          {busy ?? (has ? 'Foto enviada' : '')}
        </p>
        <div className={styles.actions}>
          {has || busy ? null : (
            <ChoosePicture input={inputProps(props)} label={label} onChoose={onChoose}>
              Escolher ou tirar foto
            </ChoosePicture>
          )}
          {onRetry ? (
            <Button kind="soft" onClick={onRetry}>
              Tentar de novo
            </Button>
          ) : null}
          {onRemove ? (
            <Button kind="ghost" icon={<IconTrash size={20} />} onClick={onRemove}>
              Remover foto
            </Button>
          ) : null}
        </div>
      </div>
    </Field>
  );
}
